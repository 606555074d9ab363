import type { ClickHouseClient } from './client.js';
import { queryRows } from './query.js';
import { sqlFile } from './sql-file.js';

const NEWEST_BLOCK = sqlFile(import.meta.url, './newest-block.sql');

/** The newest slot stored whole, entries included; `null` when there is none. */
export async function newestFullSlot(client: ClickHouseClient): Promise<number | null> {
  const [row] = await queryRows<[string]>(client, NEWEST_BLOCK, { timeoutMs: 30_000 });
  return row === undefined ? null : Number(row[0]);
}
