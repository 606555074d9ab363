import type { Address } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const STORED_SLOTS = defineQuery({
  name: 'stored-slots',
  sql: sqlFile(import.meta.url, './stored-slots.sql'),
  params: { slots: param.integers },
  row: {
    slot: column.integer,
    /** Base58. */
    leader: column.nullable(column.address),
  },
});

/** The server accepts parameters of up to 128 KB: more slots are read in several queries. */
const SLOTS_A_QUERY = 5_000;

/**
 * Returns those of some slots whose block is stored with its transactions, each with its leader (base58): by
 * the schedule, else by the fee reward; null where neither is known.
 */
export async function readStoredSlots(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlyMap<number, Address | null>> {
  const asked = [...new Set(slots)];
  const leaders = new Map<number, Address | null>();
  for (let at = 0; at < asked.length; at += SLOTS_A_QUERY) {
    const params = { slots: asked.slice(at, at + SLOTS_A_QUERY) };
    for (const { slot, leader } of await database.rows(STORED_SLOTS, params, context))
      leaders.set(slot, leader);
  }
  return leaders;
}
