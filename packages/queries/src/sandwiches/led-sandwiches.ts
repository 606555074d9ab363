import type { Address } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import type { Database, QueryContext } from '../database.js';
import { readLeaders } from '../reference/leaders.js';
import { readValidatorsAt, type ValidatorAt } from '../reference/validator-snapshots.js';
import { readSandwiches, type SandwichKey } from './stored-sandwiches.js';

export type LedSandwich = components['schemas']['StoredSandwich'];

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
  const [sandwiches, { leaders, validatorAt }] = await Promise.all([
    readSandwiches(database, keys, context),
    readLeadership(database, keys, context),
  ]);
  return sandwiches.map((sandwich) => {
    const { from } = sandwich.slot_range;
    const leader = leaders.get(from) ?? null;
    return { ...sandwich, leader, client: validatorAt(leader, from).client };
  });
}

async function readLeadership(
  database: Database,
  keys: readonly SandwichKey[],
  context: QueryContext,
): Promise<{ leaders: ReadonlyMap<number, Address | null>; validatorAt: ValidatorAt }> {
  const slots = keys.map(({ firstSlot }) => firstSlot);
  const leaders = await readLeaders(database, slots, context);
  return { leaders, validatorAt: await readValidatorsAt(database, leaders.values(), context) };
}
