import type { Query } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

/** The server accepts parameters of up to 128 KB: more slots are read in several queries. */
const SLOTS_A_QUERY = 5_000;

/** Asks a query about some slots, each once. */
export async function rowsOfSlots<Row>(
  query: Query<{ slots: readonly number[] }, Row>,
  { database, slots }: { database: Database; slots: Iterable<number> },
  context: QueryContext,
): Promise<Row[]> {
  const asked = [...new Set(slots)];
  const rows: Row[][] = [];
  for (let at = 0; at < asked.length; at += SLOTS_A_QUERY)
    rows.push(await database.rows(query, { slots: asked.slice(at, at + SLOTS_A_QUERY) }, context));
  return rows.flat();
}
