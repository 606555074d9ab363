import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { bucketOf } from './bucket.js';
import { type DueBucket, makeBucket } from './make-bucket.js';

const NEWEST_READABLE = sqlFile(import.meta.url, './newest-readable.sql');
const DUE_BUCKETS = sqlFile(import.meta.url, './due-buckets.sql');

const TIMEOUT_MS = 60_000;
/** Of the last 12 hours, the most that hot accounts are asked for, at 200 ms a slot, and a few more. */
const KEPT_BUCKETS = 1_700;
/** Blocks of one second arrive in the order of their rows: a digest cannot tell two writes of the same second. */
const SETTLE_SECONDS = 3;

export interface RefreshOptions {
  /** A bucket waits until its newest row is this old; tests may not want to wait. */
  settleSeconds?: number;
  /** Buckets of one call. Default 8. */
  most?: number;
  signal?: AbortSignal;
}

export interface HeatRefresh {
  /** Buckets whose rows are now those of the stored blocks. */
  made: number[];
  /** Whether there may be more to do right away. */
  isMore: boolean;
}

/**
 * Brings `account_heat` up to the stored blocks of the last hours, the newest buckets first: makes closed buckets that
 * were never made, or of which a block was repaired, replaced or written again. What is due is found from the tables
 * alone, so it does not matter who wrote the blocks, how many do this at once, or who died doing it.
 */
export async function refreshHeat(
  client: ClickHouseClient,
  { settleSeconds = SETTLE_SECONDS, most = 8, signal }: RefreshOptions = {},
): Promise<HeatRefresh> {
  const [newest] = await queryRows<[string]>(client, NEWEST_READABLE, { timeoutMs: TIMEOUT_MS });
  // The bucket of the newest slot is open.
  const toBucket = newest === undefined ? -1 : bucketOf(Number(newest[0])) - 1;
  if (toBucket < 0) return { made: [], isMore: false };
  const rows = await queryRows<[bucket: number, digest: string]>(client, DUE_BUCKETS, {
    params: {
      from_bucket: Math.max(0, toBucket - KEPT_BUCKETS),
      to_bucket: toBucket,
      settle_seconds: settleSeconds,
      most,
    },
    timeoutMs: TIMEOUT_MS,
  });
  const due = rows.map(([bucket, digest]): DueBucket => ({ bucket, digest }));
  const made: number[] = [];
  for (const each of due) {
    if (signal?.aborted === true) break;
    if (await makeBucket(client, each)) made.push(each.bucket);
  }
  return { made, isMore: made.length === most };
}
