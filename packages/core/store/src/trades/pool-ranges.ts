import { param } from '../query/index.js';

/** A pool and a slot range, both ends included. */
export interface PoolRange {
  /** Base58. */
  pool: string;
  fromSlot: number;
  toSlot: number;
}

/** Converts to a query parameter of type Array(Tuple(String, UInt64, UInt64)). */
export function poolRanges(ranges: readonly PoolRange[]): unknown {
  return param.rows(ranges.map(({ pool, fromSlot, toSlot }) => [pool, fromSlot, toSlot]));
}
