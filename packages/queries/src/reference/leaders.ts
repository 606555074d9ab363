import type { Address } from '@tickscope/chain';
import type { Database, QueryContext } from '../database.js';
import { readRewardedLeaders } from '../transactions/stored-slots.js';
import { readScheduledLeaders } from './scheduled-leaders.js';

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
  const leaders = await readScheduledLeaders(database, asked, context);
  const unknown = asked.filter((slot) => !leaders.has(slot));
  if (unknown.length === 0) return leaders;
  return new Map([...leaders, ...(await readRewardedLeaders(database, unknown, context))]);
}
