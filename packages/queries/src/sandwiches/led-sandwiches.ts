import type { components } from '@tickscope/schemas';
import type { Database, QueryContext } from '../database.js';
import type { SandwichEvent } from '../feed/feed-rows.js';
import { readLeaders } from '../reference/leaders.js';
import { readValidatorsAt } from '../reference/validator-snapshots.js';

export type LedSandwich = components['schemas']['StoredSandwich'];

/** Adds to some sandwiches who led the slot of the first frontrun leg, and what the leader ran. */
export async function withLeaders(
  database: Database,
  sandwiches: readonly SandwichEvent[],
  context: QueryContext,
): Promise<LedSandwich[]> {
  if (sandwiches.length === 0) return [];
  const slots = sandwiches.map(({ slot_range: { from } }) => from);
  const leaders = await readLeaders(database, slots, context);
  const validatorAt = await readValidatorsAt(database, leaders.values(), context);
  return sandwiches.map((sandwich) => {
    const { from } = sandwich.slot_range;
    const leader = leaders.get(from) ?? null;
    return { ...sandwich, leader, client: validatorAt(leader, from).client };
  });
}
