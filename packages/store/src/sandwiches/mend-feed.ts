import type { WriteConnection } from '../connection/write-connection.js';
import { sqlFile } from '../query/sql-file.js';

const MEND_FEED = sqlFile(import.meta.url, './mend-feed.sql');

const TIMEOUT_MS = 60_000;

/**
 * Adds revisions to the live feed that ClickHouse stored but did not copy before it died. Call it when detection
 * starts. Writes nothing if none is missing.
 */
export async function mendFeed(write: WriteConnection): Promise<void> {
  await write.insertSelected(MEND_FEED, { timeoutMs: TIMEOUT_MS });
}
