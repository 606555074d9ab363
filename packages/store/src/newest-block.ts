import type { ReadConnection } from './connection/read-connection.js';
import { column, defineQuery, type Query, runQuery, sqlFile } from './query/index.js';

const SLOT = { slot: column.integer };
const NEWEST_BLOCK = defineQuery({
  name: 'newest-block',
  sql: sqlFile(import.meta.url, './newest-block.sql'),
  params: {},
  row: SLOT,
});
const NEWEST_DETECTABLE = defineQuery({
  name: 'newest-detectable',
  sql: sqlFile(import.meta.url, './newest-detectable.sql'),
  params: {},
  row: SLOT,
});

/** The newest slot stored whole, entries included, from which a stream resumes. Null if there is none. */
export async function newestFullSlot(read: ReadConnection): Promise<number | null> {
  return newestOf(read, NEWEST_BLOCK);
}

/** The newest slot stored with transactions, with or without entries. Null if there is none. */
export async function newestDetectableSlot(read: ReadConnection): Promise<number | null> {
  return newestOf(read, NEWEST_DETECTABLE);
}

async function newestOf(
  read: ReadConnection,
  query: Query<object, { slot: number }>,
): Promise<number | null> {
  const [row] = await runQuery(read, query, {}, { timeoutMs: 30_000 });
  return row?.slot ?? null;
}
