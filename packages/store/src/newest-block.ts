import type { ClickHouseClient } from './client.js';
import { queryRows } from './query.js';
import { sqlFile } from './sql-file.js';

const NEWEST_BLOCK = sqlFile(import.meta.url, './newest-block.sql');
const NEWEST_DETECTABLE = sqlFile(import.meta.url, './newest-detectable.sql');

/** The newest slot stored whole, entries included, from which a stream resumes. Null if there is none. */
export async function newestFullSlot(client: ClickHouseClient): Promise<number | null> {
  return newestOf(client, NEWEST_BLOCK);
}

/** The newest slot stored with transactions, with or without entries. Null if there is none. */
export async function newestDetectableSlot(client: ClickHouseClient): Promise<number | null> {
  return newestOf(client, NEWEST_DETECTABLE);
}

async function newestOf(client: ClickHouseClient, sql: string): Promise<number | null> {
  const [row] = await queryRows<[string]>(client, sql, { timeoutMs: 30_000 });
  return row === undefined ? null : Number(row[0]);
}
