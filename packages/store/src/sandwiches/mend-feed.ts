import type { ClickHouseClient } from '../client.js';
import { INSERT_SETTINGS } from '../gaps/write-gaps.js';
import { sqlFile } from '../query/sql-file.js';

const MEND_FEED = sqlFile(import.meta.url, './mend-feed.sql');

const TIMEOUT_MS = 60_000;

/**
 * Adds revisions to the live feed that ClickHouse stored but did not copy before it died. Call it when detection
 * starts. Writes nothing if none is missing.
 */
export async function mendFeed(client: ClickHouseClient): Promise<void> {
  await client.command({
    query: MEND_FEED,
    clickhouse_settings: INSERT_SETTINGS,
    abort_signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
