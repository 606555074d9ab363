import type { ReadConnection } from './connection/read-connection.js';
import { column, defineFileQuery, type Query, runQuery } from './query/index.js';

const SLOT = { slot: column.integer };
const NEWEST_BLOCK = defineFileQuery(import.meta.url, './newest-block.sql', {
  row: SLOT,
});
const NEWEST_DETECTABLE = defineFileQuery(import.meta.url, './newest-detectable.sql', {
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
