import type { Address } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { readStoredSlots } from '../transactions/stored-slots.js';

const SCHEDULED_LEADERS = defineQuery({
  name: 'scheduled-leaders',
  sql: sqlFile(import.meta.url, './scheduled-leaders.sql'),
  params: { slots: param.integers },
  row: { slot: column.integer, leader: column.address },
});

/** Parameters are sent in the URL, which may have 128 KB. */
const SLOTS_A_QUERY = 5_000;

/**
 * Reads the leaders of many slots (base58) whose blocks are stored: by the schedule, which is a narrow table; only where it does
 * not know them, from the blocks. Slots without a known leader are left out, or null.
 */
export async function readLeaders(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlyMap<number, Address | null>> {
  const asked = [...new Set(slots)];
  const leaders = new Map<number, Address | null>();
  for (let at = 0; at < asked.length; at += SLOTS_A_QUERY) {
    const params = { slots: asked.slice(at, at + SLOTS_A_QUERY) };
    for (const { slot, leader } of await database.rows(SCHEDULED_LEADERS, params, context))
      leaders.set(slot, leader);
  }
  const unknown = asked.filter((slot) => !leaders.has(slot));
  if (unknown.length === 0) return leaders;
  return new Map([...leaders, ...(await readStoredSlots(database, unknown, context))]);
}
