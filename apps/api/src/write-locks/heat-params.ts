import { BUCKET_SLOTS, bucketOf } from '@tickscope/store';
import type { ComputeLimit } from './compute-limits.js';

export interface HeatParams {
  from: number;
  to: number;
  /** Buckets that lie in the range whole; none: first beyond last. */
  from_bucket: number;
  to_bucket: number;
  /** Of them, those within which the limit changes: their sums cannot be told apart. */
  split_buckets: number[];
  /** As ClickHouse reads an array of tuples. */
  limits: string;
}

/** What the queries on account_heat are told of a range. */
export function heatParams(
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  limits: readonly ComputeLimit[],
): HeatParams {
  const first = Math.ceil(fromSlot / BUCKET_SLOTS);
  const last = bucketOf(toSlot + 1) - 1;
  return {
    from: fromSlot,
    to: toSlot,
    // Bucket numbers are of 32 bits; a slot that no chain will reach has none.
    ...(first <= last && last < 2 ** 32
      ? { from_bucket: first, to_bucket: last }
      : { from_bucket: 1, to_bucket: 0 }),
    split_buckets: limits
      .map(({ fromSlot: slot }) => slot)
      .filter((slot) => slot > fromSlot && slot % BUCKET_SLOTS !== 0)
      .map(bucketOf),
    limits: `[${limits.map((limit) => `(${limit.fromSlot},${limit.accountComputeUnits})`).join(',')}]`,
  };
}
