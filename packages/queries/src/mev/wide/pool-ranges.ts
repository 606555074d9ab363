import { param } from '@tickscope/store';
import type { PoolRange } from '../../trades/read-pool-trades.js';

/** Converts to a query parameter of type Array(Tuple(String, UInt64, UInt64)). */
export function poolRanges(ranges: readonly PoolRange[]): unknown {
  return param.rows(ranges.map(({ pool, fromSlot, toSlot }) => [pool, fromSlot, toSlot]));
}
