import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger } from '../../database/integers.js';
import type { QueryContext } from '../../request-context.js';

const SLOT_LEADERS = { name: 'slot-leaders', sql: sqlFile(import.meta.url, './slot-leaders.sql') };

/** A parameter may have 128 KB at the server: more are asked for in several queries. */
const SLOTS_A_QUERY = 5_000;

/** The leaders of some stored slots, base58: by the schedule, else by the fee reward. Those that are not known are left out. */
export async function readSlotLeaders(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlyMap<number, string>> {
  const asked = [...new Set(slots)];
  const leaders = new Map<number, string>();
  type Row = [slot: string, leader: string, isUnknown: number];
  for (let at = 0; at < asked.length; at += SLOTS_A_QUERY) {
    const params = { slots: asked.slice(at, at + SLOTS_A_QUERY) };
    for (const [slot, leader, isUnknown] of await database.rows<Row>(SLOT_LEADERS, params, context))
      if (isUnknown !== 1) leaders.set(toInteger(slot), leader);
  }
  return leaders;
}
