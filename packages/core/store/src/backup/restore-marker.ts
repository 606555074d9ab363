import type { StorePlace } from '../connection/admin-connection.js';
import type { Store } from '../connection/open-store.js';
import { column, defineFileQuery, runQuery } from '../query/index.js';

const FILLED_TABLES = defineFileQuery(import.meta.url, './filled-tables.sql', {
  row: { table: column.text, rows: column.integer, isMarker: column.flag },
});
const TIMEOUT_MS = 60_000;
const UNKNOWN_DATABASE = '81';

/** `unfinished`: a restore or a move into the store began and did not end. */
export type StoreContent =
  | { state: 'absent' | 'empty' }
  | { state: 'unfinished'; work: 'restore' | 'move' }
  | { state: 'filled'; tables: { table: string; rows: number }[] };

/**
 * Reads what a restore or a move would find in the database, of several servers on any. Does not count rows that
 * migrations write.
 */
export async function readStoreContent({ administer }: Pick<Store, 'administer'>): Promise<StoreContent> {
  const contents = await Promise.all(administer.places.map(contentOf));
  const tables = contents.flatMap((content) => (content.state === 'filled' ? content.tables : []));
  const unfinished = contents.find(({ state }) => state === 'unfinished');
  if (unfinished !== undefined) return unfinished;
  if (tables.length > 0) return { state: 'filled', tables };
  return { state: contents.some(({ state }) => state === 'absent') ? 'absent' : 'empty' };
}

async function contentOf({ read }: StorePlace): Promise<StoreContent> {
  try {
    const rows = await runQuery(read, FILLED_TABLES, {}, { timeoutMs: TIMEOUT_MS });
    const marker = rows.find(({ isMarker }) => isMarker);
    if (marker !== undefined)
      return { state: 'unfinished', work: marker.table === 'unfinished_move' ? 'move' : 'restore' };
    if (rows.length === 0) return { state: 'empty' };
    return { state: 'filled', tables: rows.map(({ table, rows: count }) => ({ table, rows: count })) };
  } catch (error) {
    if ((error as { code?: unknown }).code === UNKNOWN_DATABASE) return { state: 'absent' };
    throw error;
  }
}

/**
 * Empties the databases of every server and marks the store as half of a restore. Until `finishRestore` nothing migrates
 * it, and the API is not ready.
 */
export async function beginRestore({ administer: { places } }: Pick<Store, 'administer'>): Promise<void> {
  const options = { timeoutMs: TIMEOUT_MS, withoutDatabase: true };
  for (const place of places)
    await place.execute(
      // Large tables may not be dropped by default.
      'DROP DATABASE IF EXISTS {{database}} SYNC SETTINGS max_table_size_to_drop = 0, max_partition_size_to_drop = 0',
      { timeoutMs: 10 * TIMEOUT_MS, withoutDatabase: true },
    );
  for (const [at, place] of places.entries()) {
    await place.execute('CREATE DATABASE {{database}}', options);
    if (at === 0)
      await place.execute(
        'CREATE TABLE {{database}}.unfinished_restore (began_at DateTime DEFAULT now()) ENGINE = {{engine: MergeTree}} ORDER BY began_at',
        options,
      );
  }
}

export async function finishRestore({ administer: { places } }: Pick<Store, 'administer'>): Promise<void> {
  await places[0].execute('DROP TABLE IF EXISTS unfinished_restore SYNC', { timeoutMs: TIMEOUT_MS });
}
