import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';

const STORED_SLOTS = { name: 'stored-slots', sql: sqlFile(import.meta.url, './stored-slots.sql') };

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
): Promise<ReadonlyMap<number, string | null>> {
  const asked = [...new Set(slots)];
  const leaders = new Map<number, string | null>();
  for (let at = 0; at < asked.length; at += SLOTS_A_QUERY) {
    const params = { slots: asked.slice(at, at + SLOTS_A_QUERY) };
    const rows = await database.rows<[slot: string, leader: string | null]>(STORED_SLOTS, params, context);
    for (const [slot, leader] of rows) leaders.set(toInteger(slot), leader);
  }
  return leaders;
}
