import type { WriteConnection } from '../connection/write-connection.js';
import { sqlFile } from '../query/sql-file.js';

const ADD_MISSING_FEED_ROWS = sqlFile(import.meta.url, './add-missing-feed-rows.sql');

const TIMEOUT_MS = 60_000;

/**
 * Adds revisions to the live feed that ClickHouse stored but did not copy before it died. Call it when detection
 * starts. Writes nothing if none is missing.
 */
export async function addMissingFeedRows(write: WriteConnection): Promise<void> {
  await write.insertSelected(ADD_MISSING_FEED_ROWS, { timeoutMs: TIMEOUT_MS });
}
