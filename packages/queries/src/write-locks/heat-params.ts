import { BUCKET_SLOTS, bucketOf, param } from '@tickscope/store';
import type { ComputeLimit } from './compute-limits.js';

/** Parameters of every query on account_heat, by the names in the SQL. */
export const HEAT_RANGE = {
  from: param.integer,
  to: param.integer,
  from_bucket: param.integer,
  to_bucket: param.integer,
};

export interface HeatParams {
  from: number;
  to: number;
  /** Buckets that lie wholly in the range. Without such a bucket the first is greater than the last. */
  from_bucket: number;
  to_bucket: number;
  /** Those of them in which the limit changes: their sums cannot be divided between the limits. */
  split_buckets: number[];
  limits: (readonly [fromSlot: number, accountComputeUnits: number])[];
}

/** The parameters of the queries on account_heat for a range. */
export function heatParams(
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  limits: readonly ComputeLimit[],
): HeatParams {
  const first = Math.ceil(fromSlot / BUCKET_SLOTS);
  const last = bucketOf(toSlot + 1) - 1;
  return {
    from: fromSlot,
    to: toSlot,
    // Bucket numbers have 32 bits; greater slots, which no chain will reach, have no bucket.
    ...(first <= last && last < 2 ** 32
      ? { from_bucket: first, to_bucket: last }
      : { from_bucket: 1, to_bucket: 0 }),
    split_buckets: limits
      .map(({ fromSlot: slot }) => slot)
      .filter((slot) => slot > fromSlot && slot % BUCKET_SLOTS !== 0)
      .map(bucketOf),
    limits: limits.map((limit) => [limit.fromSlot, limit.accountComputeUnits]),
  };
}
