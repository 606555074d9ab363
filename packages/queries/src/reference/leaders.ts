import type { Address } from '@tickscope/chain';
import { sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { leadersQuery, readLeadersBy, readStoredSlots } from '../transactions/stored-slots.js';

const SCHEDULED_LEADERS = leadersQuery(
  'scheduled-leaders',
  sqlFile(import.meta.url, './scheduled-leaders.sql'),
);

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
  const leaders = await readLeadersBy(SCHEDULED_LEADERS, database, asked, context);
  const unknown = asked.filter((slot) => !leaders.has(slot));
  if (unknown.length === 0) return leaders;
  return new Map([...leaders, ...(await readStoredSlots(database, unknown, context))]);
}
