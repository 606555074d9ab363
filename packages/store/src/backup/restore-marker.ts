import type { Store } from '../connection/open-store.js';
import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineQuery, runQuery, sqlFile } from '../query/index.js';

const FILLED_TABLES = defineQuery({
  name: 'filled-tables',
  sql: sqlFile(import.meta.url, './filled-tables.sql'),
  params: {},
  row: { table: column.text, rows: column.integer, isMarker: column.flag },
});
const TIMEOUT_MS = 60_000;
const UNKNOWN_DATABASE = '81';

/** `unfinished`: a restore began and did not end. */
export type StoreContent =
  | { state: 'absent' | 'empty' | 'unfinished' }
  | { state: 'filled'; tables: { table: string; rows: number }[] };

/** What a restore would find in the database. Rows that migrations write do not count. */
export async function readStoreContent(read: ReadConnection): Promise<StoreContent> {
  try {
    const rows = await runQuery(read, FILLED_TABLES, {}, { timeoutMs: TIMEOUT_MS });
    if (rows.some(({ isMarker }) => isMarker)) return { state: 'unfinished' };
    if (rows.length === 0) return { state: 'empty' };
    return { state: 'filled', tables: rows.map(({ table, rows: count }) => ({ table, rows: count })) };
  } catch (error) {
    if ((error as { code?: unknown }).code === UNKNOWN_DATABASE) return { state: 'absent' };
    throw error;
  }
}

/**
 * Empties the database and marks it as half of a restore. Until `finishRestore` nothing migrates it, and the API is not
 * ready.
 */
export async function beginRestore({ administer }: Pick<Store, 'administer'>): Promise<void> {
  const options = { timeoutMs: TIMEOUT_MS, withoutDatabase: true };
  await administer.execute(
    // Large tables may not be dropped by default.
    'DROP DATABASE IF EXISTS {{database}} SYNC SETTINGS max_table_size_to_drop = 0, max_partition_size_to_drop = 0',
    { timeoutMs: 10 * TIMEOUT_MS, withoutDatabase: true },
  );
  await administer.execute('CREATE DATABASE {{database}}', options);
  await administer.execute(
    'CREATE TABLE {{database}}.unfinished_restore (began_at DateTime DEFAULT now()) ENGINE = {{engine: MergeTree}} ORDER BY began_at',
    options,
  );
}

export async function finishRestore({ administer }: Pick<Store, 'administer'>): Promise<void> {
  await administer.execute('DROP TABLE IF EXISTS unfinished_restore SYNC', { timeoutMs: TIMEOUT_MS });
}
