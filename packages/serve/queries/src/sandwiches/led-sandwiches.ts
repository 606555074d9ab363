import type { Database, QueryContext } from '../database.js';
import type { SandwichEvent } from '../feed/index.js';
import { type Leadership, readLeadership } from '../reference/leaders.js';
import { readSandwiches, type SandwichKey } from './stored-sandwiches.js';

export type LedSandwich = SandwichEvent & Leadership;

/**
 * Reads some sandwiches as they are stored and as of now, newest first, with who led the slot of the first frontrun leg, and
 * what the leader ran. Leaves out those that were retracted.
 */
export async function readLedSandwiches(
  database: Database,
  keys: readonly SandwichKey[],
  context: QueryContext,
): Promise<LedSandwich[]> {
  if (keys.length === 0) return [];
  const firstSlots = keys.map(({ firstSlot }) => firstSlot);
  const [sandwiches, leadershipAt] = await Promise.all([
    readSandwiches(database, keys, context),
    readLeadership(database, firstSlots, context),
  ]);
  return sandwiches.map((sandwich) => ({ ...sandwich, ...leadershipAt(sandwich.slot_range.from) }));
}
