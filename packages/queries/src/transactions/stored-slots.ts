import type { Address } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const LEADER_OF_SLOT = {
  slot: column.integer,
  /** Base58. */
  leader: column.nullable(column.address),
};

/** Defines a query for the leaders of some slots. */
export const leadersQuery = (name: string, sql: string) =>
  defineQuery({ name, sql, params: { slots: param.integers }, row: LEADER_OF_SLOT });

const STORED_SLOTS = leadersQuery('stored-slots', sqlFile(import.meta.url, './stored-slots.sql'));

/** The server accepts parameters of up to 128 KB: more slots are read in several queries. */
const SLOTS_A_QUERY = 5_000;

/**
 * Returns those of some slots whose block is stored with its transactions, each with its leader (base58): by
 * the schedule, else by the fee reward; null where neither is known.
 */
export function readStoredSlots(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlyMap<number, Address | null>> {
  return readLeadersBy(STORED_SLOTS, database, slots, context);
}

/** Asks such a query about many slots, each once. Slots without a row are left out. */
export async function readLeadersBy(
  query: ReturnType<typeof leadersQuery>,
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<Map<number, Address | null>> {
  const asked = [...new Set(slots)];
  const leaders = new Map<number, Address | null>();
  for (let at = 0; at < asked.length; at += SLOTS_A_QUERY) {
    const params = { slots: asked.slice(at, at + SLOTS_A_QUERY) };
    for (const { slot, leader } of await database.rows(query, params, context)) leaders.set(slot, leader);
  }
  return leaders;
}
