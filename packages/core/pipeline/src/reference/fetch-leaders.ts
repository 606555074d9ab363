import type { LeaderSchedule } from '@tickscope/store';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { MOST_SLOTS_IN_EPOCH } from './epoch-info.js';
import { address, arrayOf, objectOf, ReferenceDataError, wholeNumber } from './shapes.js';

/** A mainnet schedule is some 4 MB. */
const LIMITS = { timeoutMs: 60_000, maxBytes: 32 * 1024 * 1024 };
const MOST_LEADERS = 50_000;
/** Agave, `MAX_GET_SLOT_LEADERS`. */
export const MOST_SLOT_LEADERS = 5_000;

/**
 * Calls `getLeaderSchedule` for the epoch of a slot.
 *
 * @returns null if the node does not have it
 * @throws ReferenceDataError for a schedule with missing slots, with two leaders of a slot, or with invalid values
 */
export async function fetchLeaderSchedule(
  rpc: JsonRpc,
  firstSlot: number,
  signal: AbortSignal,
): Promise<LeaderSchedule | null> {
  const result = await rpc.call(
    'getLeaderSchedule',
    [firstSlot, { commitment: 'confirmed' }],
    signal,
    LIMITS,
  );
  if (result === null) return null;
  const schedule = Object.entries(objectOf(result, 'getLeaderSchedule'));
  if (schedule.length === 0 || schedule.length > MOST_LEADERS)
    throw new ReferenceDataError(`getLeaderSchedule: ${schedule.length} leaders`);
  const slotCount = schedule.reduce(
    (sum, [, slots]) => sum + arrayOf(slots, MOST_SLOTS_IN_EPOCH, 'slots of a leader').length,
    0,
  );
  if (slotCount > MOST_SLOTS_IN_EPOCH) throw new ReferenceDataError(`getLeaderSchedule: ${slotCount} slots`);
  const leaders = new Int32Array(slotCount).fill(-1);
  for (const [index, [, slots]] of schedule.entries())
    for (const value of slots as unknown[]) {
      const slot = wholeNumber(value, 'slot of a leader');
      // The number of entries equals the number of slots. If none is a duplicate or out of range, none is missing.
      if (slot >= slotCount || leaders[slot] !== -1)
        throw new ReferenceDataError(
          `getLeaderSchedule: slot ${slot} of ${slotCount} is beyond, or led twice`,
        );
      leaders[slot] = index;
    }
  return {
    firstSlot,
    identities: schedule.map(([identity]) => address(identity, 'a leader')),
    leaders,
  };
}

/** Calls `getSlotLeaders`: the leaders of `count` slots from `firstSlot` on. */
export async function fetchSlotLeaders(
  rpc: JsonRpc,
  firstSlot: number,
  count: number,
  signal: AbortSignal,
): Promise<LeaderSchedule> {
  const result = await rpc.call('getSlotLeaders', [firstSlot, count], signal, LIMITS);
  const names = arrayOf(result, count, 'getSlotLeaders').map((leader) => address(leader, 'a slot leader'));
  const identities = [...new Set(names)];
  const indexes = new Map(identities.map((identity, index) => [identity, index]));
  return { firstSlot, identities, leaders: Int32Array.from(names, (name) => indexes.get(name)!) };
}
