import { BUCKET_SLOTS, bucketOf, column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
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
  splitBuckets: number[];
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
    splitBuckets: limits
      .map(({ fromSlot: slot }) => slot)
      .filter((slot) => slot > fromSlot && slot % BUCKET_SLOTS !== 0)
      .map(bucketOf),
    limits: limits.map((limit) => [limit.fromSlot, limit.accountComputeUnits]),
  };
}

const CURRENT_BUCKETS = defineFileQuery(import.meta.url, './current-buckets.sql', {
  params: { from_bucket: param.integer, to_bucket: param.integer },
  row: {
    bucket: column.integer,
    /** Digest of the blocks that it was made of. */
    digest: column.exact,
    /** The most that an account may have used that the bucket leaves out; null: it leaves none out. */
    cut: column.nullable(column.exact),
  },
});

/** A bucket of account_heat that was made of the blocks as they are stored now. */
export type CurrentBucket = RowOf<typeof CURRENT_BUCKETS>;

export interface HeatRange extends HeatParams {
  /** Some 50 bytes a bucket in the URL, which may have 128 KB: 42 KB for 12 hours of slots of 400 ms. */
  current: CurrentBucket[];
}

/** Reads which buckets of a range are current, for all queries of an answer: each would look it up again. */
export async function readHeatRange(
  database: Database,
  range: { fromSlot: number; toSlot: number },
  limits: readonly ComputeLimit[],
  context: QueryContext,
): Promise<HeatRange> {
  const params = heatParams(range, limits);
  const { from_bucket, to_bucket } = params;
  const current =
    from_bucket > to_bucket ? [] : await database.rows(CURRENT_BUCKETS, { from_bucket, to_bucket }, context);
  return { ...params, current };
}

/** Array(Tuple(UInt32, UInt64)), as text. */
export function buckets(values: readonly CurrentBucket[]): string {
  return `[${values.map(({ bucket, digest }) => `(${bucket},${digest})`).join(',')}]`;
}
