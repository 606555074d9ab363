import type { ClickHouseClient } from '../client.js';
import { INSERT_SETTINGS } from '../gaps/write-gaps.js';
import { sqlFile } from '../sql-file.js';

const MEND_FEED = sqlFile(import.meta.url, './mend-feed.sql');

const TIMEOUT_MS = 60_000;

/**
 * Gives the live feed the revisions that a dying ClickHouse stored but did not tell. To be called when detection
 * starts; where nothing is missing it writes nothing.
 */
export async function mendFeed(client: ClickHouseClient): Promise<void> {
  await client.command({
    query: MEND_FEED,
    clickhouse_settings: INSERT_SETTINGS,
    abort_signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
