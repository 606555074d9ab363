import type { Sandwich, Verdict } from '@tickscope/sandwich';
import { address } from '../traded-block.js';
import type { TestConnection } from './test-connection.js';

const SLOTS_PER_HOUR = 9_000;
const SUSPECTED: Verdict = { confidence: 'suspected', reason: 'round_trip', basis: null, intent: 'unknown' };
const SCALPING: Verdict = { ...SUSPECTED, reason: 'scalping' };
const COUNTED: Verdict = { confidence: 'exact', reason: null, basis: 'same_slot', intent: 'likely' };
const OF_BOT: Verdict = { confidence: 'exact', reason: null, basis: 'known_bot', intent: 'proven' };

/** Changes of a planted sandwich: it counts if the record makes its attacker a known bot. */
export const SUSPECTED_UNLESS_BOT: Partial<Sandwich> = {
  ...SUSPECTED,
  verdicts: { unknown: SUSPECTED, knownBot: OF_BOT, scalper: SCALPING },
};
/** It counts unless the record makes its attacker a scalper. */
export const COUNTED_UNLESS_SCALPER: Partial<Sandwich> = {
  ...COUNTED,
  verdicts: { unknown: COUNTED, knownBot: OF_BOT, scalper: SCALPING },
};
/** It counts by no record of its attacker. */
export const SUSPECTED_ALWAYS: Partial<Sandwich> = {
  ...SUSPECTED,
  verdicts: { unknown: SUSPECTED, knownBot: SUSPECTED, scalper: SCALPING },
};

/** Stores six round trips of a wallet in three pools, which make it a known bot if they are aimed, else a scalper. */
export async function makeKnown(
  owner: TestConnection,
  name: string,
  { hoursLater, aimed }: { hoursLater: number; aimed: boolean },
): Promise<void> {
  await owner.command({
    query: `INSERT INTO actor_trips (address, first_slot, bracket_id, last_slot, pool, gained, aimed, revision, is_deleted)
      SELECT toFixedString(base58Decode('${address(name)}'), 32), ${hoursLater * SLOTS_PER_HOUR} + number AS first,
        concat('${name} ', toString(number)), first, toFixedString(toString(number % 3), 32), true, ${aimed}, 2, 0
      FROM numbers(6)`,
  });
}
