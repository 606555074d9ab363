import { Account } from './account.js';
import { Random, weightedSampler } from './random.js';

/** A validator: leads slots in proportion to its stake and votes on every slot. */
export interface Validator {
  identity: Account;
  voteAccount: Account;
  /** Signs the votes; for some validators a key other than the identity. */
  authorizedVoter: Account;
  stakeLamports: number;
  /** How its scheduler packs transactions into entries (chain fact 8). */
  entryStyle: EntryStyle;
}

export type EntryStyle = 'batches' | 'mixed' | 'singles';

export const SLOTS_PER_LEADER = 4;
export const SLOTS_PER_EPOCH = 432_000;

export function createValidators(count: number, random: Random): Validator[] {
  const styles: EntryStyle[] = ['batches', 'mixed', 'singles', 'mixed', 'batches'];
  return Array.from({ length: count }, (_, index) => {
    const identity = new Account(random.bytes(32), random.between(5, 60) * 1_000_000_000_000);
    const voteAccount = new Account(random.bytes(32), 27_074_400);
    const authorizedVoter = random.chance(0.1)
      ? new Account(random.bytes(32), random.between(1, 9) * 1_000_000_000)
      : identity;
    return {
      identity,
      voteAccount,
      authorizedVoter,
      stakeLamports: Math.floor(10_000_000_000_000_000 / (index + 2)) + random.below(1_000_000_000),
      entryStyle: styles[index % styles.length]!,
    };
  });
}

/**
 * The leader of a slot: four consecutive slots each, drawn by stake. A pure function of seed and slot, so that any
 * slot's leader is known without generating the slots before it.
 */
export function leaderSchedule(seed: string, validators: readonly Validator[]): (slot: number) => Validator {
  const sample = weightedSampler(validators.map(({ stakeLamports }) => stakeLamports));
  return (slot) => {
    const rotation = Math.floor(slot / SLOTS_PER_LEADER);
    return validators[sample(new Random(`${seed}/leader/${rotation}`))]!;
  };
}
