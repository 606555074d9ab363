import type { ReadWrite } from '../connection/open-store.js';
import { column, defineFileQuery, param, type RowOf, runQuery, sqlFile } from '../query/index.js';
import { slotsOfBucket } from './bucket.js';

const BUCKET_CANDIDATES = defineFileQuery(import.meta.url, './bucket-candidates.sql', {
  params: { from_slot: param.integer, to_slot: param.integer, most: param.integer },
  row: {
    /** Hex; empty in the row for all others. */
    account: column.text,
    /** Its total, or the upper bound in the row for all others. */
    units: column.exact,
    /** The upper bound of an account that is in no list; the same in every row. */
    cutFromAll: column.nullable(column.exact),
  },
});
const MAKE_BUCKET = sqlFile(import.meta.url, './make-bucket.sql');
const BUCKET_DIGEST = defineFileQuery(import.meta.url, './bucket-digest.sql', {
  params: { bucket: param.integer, digest: param.text },
  row: { count: column.integer },
});

/** Accounts per bucket that get a row. API answers list at most 100. */
const BUCKET_ACCOUNTS = 500;
const TIMEOUT_MS = 120_000;

/** A bucket to compute, with the digest of the blocks it holds. */
export interface DueBucket {
  bucket: number;
  /** UInt64 as text. */
  digest: string;
}

/**
 * Computes the exact rows of a bucket in `account_heat` and records it as done in `account_heat_buckets`.
 *
 * Rows carry the digest of the blocks, and the bucket counts as done only if its blocks are unchanged afterwards. Being
 * killed half-way, or running twice concurrently, is therefore harmless.
 *
 * @returns false if the blocks changed meanwhile
 */
export async function makeBucket(
  { read, write }: ReadWrite,
  { bucket, digest }: DueBucket,
): Promise<boolean> {
  const { fromSlot, toSlot } = slotsOfBucket(bucket);
  const range = { from_slot: fromSlot, to_slot: toSlot };
  const asked = { ...range, most: BUCKET_ACCOUNTS };
  const candidates = await runQuery(read, BUCKET_CANDIDATES, asked, { timeoutMs: TIMEOUT_MS });
  const kept = candidates.filter(({ account }) => account !== '');
  if (kept.length > 0)
    await write.insertSelected(MAKE_BUCKET, {
      params: { ...range, bucket, digest, accounts: kept.map(({ account }) => account).join('') },
      timeoutMs: TIMEOUT_MS,
      inBackground: true,
    });
  const [same] = await runQuery(read, BUCKET_DIGEST, { bucket, digest }, { timeoutMs: TIMEOUT_MS });
  if (same?.count !== 1) return false;
  await write.insertObjects('account_heat_buckets', {
    columns: ['bucket', 'digest', 'account_count', 'cut_compute_units'],
    rows: [{ bucket, digest, account_count: kept.length, cut_compute_units: cutOf(candidates) }],
    timeoutMs: TIMEOUT_MS,
  });
  return true;
}

/** The upper bound for an account without a row; null if every account has one. */
function cutOf(candidates: readonly RowOf<typeof BUCKET_CANDIDATES>[]): string | null {
  const others = candidates.find(({ account }) => account === '')?.units ?? null;
  const unlisted = candidates[0]?.cutFromAll ?? null;
  if (others === null || unlisted === null) return (others ?? unlisted)?.toString() ?? null;
  return String(others > unlisted ? others : unlisted);
}
