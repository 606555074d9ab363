import { type PoolRange, tuples } from '@tickscope/store';

/** As a query's parameter of type Array(Tuple(String, UInt64, UInt64)). */
export function rangesParameter(ranges: readonly PoolRange[]): unknown {
  return tuples(ranges.map(({ pool, fromSlot, toSlot }) => [pool, fromSlot, toSlot]));
}
