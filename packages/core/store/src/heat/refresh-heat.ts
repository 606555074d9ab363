import type { ReadWrite } from '../connection/open-store.js';
import { newestDetectableSlot } from '../newest-block.js';
import { column, defineFileQuery, param, runQuery } from '../query/index.js';
import { bucketOf } from './bucket.js';
import { makeBucket } from './make-bucket.js';

const DUE_BUCKETS = defineFileQuery(import.meta.url, './due-buckets.sql', {
  params: {
    from_bucket: param.integer,
    to_bucket: param.integer,
    settle_seconds: param.integer,
    most: param.integer,
  },
  /** `digest`: UInt64. */
  row: { bucket: column.integer, digest: column.text },
});

const TIMEOUT_MS = 60_000;
/** 12 hours, the longest period that hot-account queries cover, at 200 ms per slot, plus a margin. */
const KEPT_BUCKETS = 1_700;
/** Two writes in the same second give the same digest, so a bucket waits until its blocks have settled. */
const SETTLE_SECONDS = 3;

export interface RefreshOptions {
  /** A bucket waits until its newest row is this old. Tests set it lower. */
  settleSeconds?: number;
  /** Buckets per call. Default 8. */
  most?: number;
  signal?: AbortSignal;
}

export interface HeatRefresh {
  /** Buckets whose rows now match the stored blocks. */
  made: number[];
  /** Whether more work may be due immediately. */
  isMore: boolean;
}

/**
 * Updates `account_heat` for the stored blocks of the last hours, newest buckets first. Computes closed buckets that
 * were never computed, or whose blocks were repaired, replaced or rewritten since.
 *
 * Due work is found from the tables alone. It does not matter which process wrote the blocks, how many processes run
 * this concurrently, or whether one of them was killed.
 */
export async function refreshHeat(
  store: ReadWrite,
  { settleSeconds = SETTLE_SECONDS, most = 8, signal }: RefreshOptions = {},
): Promise<HeatRefresh> {
  const newest = await newestDetectableSlot(store.read);
  // The bucket of the newest slot is still open.
  const toBucket = newest === null ? -1 : bucketOf(newest) - 1;
  if (toBucket < 0) return { made: [], isMore: false };
  const params = {
    from_bucket: Math.max(0, toBucket - KEPT_BUCKETS),
    to_bucket: toBucket,
    settle_seconds: settleSeconds,
    most,
  };
  const due = await runQuery(store.read, DUE_BUCKETS, params, { timeoutMs: TIMEOUT_MS });
  const made: number[] = [];
  for (const each of due) {
    if (signal?.aborted === true) break;
    if (await makeBucket(store, each)) made.push(each.bucket);
  }
  return { made, isMore: made.length === most };
}
