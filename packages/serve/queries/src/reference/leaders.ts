import type { Address } from '@tickscope/chain';
import type { Database, QueryContext } from '../database.js';
import { readRewardedLeaders } from '../transactions/stored-slots.js';
import { readScheduledLeaders } from './scheduled-leaders.js';
import { readValidatorsAt } from './validator-snapshots.js';

/**
 * Reads the leaders of many slots (base58) whose blocks are stored: by the schedule, which is a narrow table; only where it does
 * not know them, from the blocks. Slots without a known leader are left out, or null.
 */
async function readLeaders(
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

/** The leader of a slot, and the client that it ran; null: not known. */
export interface Leadership {
  leader: Address | null;
  client: string | null;
}

/** Reads who led some slots whose blocks are stored, and what they ran. */
export async function readLeadership(
  database: Database,
  slots: readonly number[],
  context: QueryContext,
): Promise<(slot: number) => Leadership> {
  const leaders = await readLeaders(database, slots, context);
  const validatorAt = await readValidatorsAt(database, leaders.values(), context);
  return (slot) => {
    const leader = leaders.get(slot) ?? null;
    return { leader, client: validatorAt(leader, slot).client };
  };
}
