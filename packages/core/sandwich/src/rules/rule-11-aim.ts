import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import type { Thresholds } from '../model/options.js';
import type { Victim } from '../model/sandwich.js';
import type { Window } from '../model/window.js';
import { surroundingsOf } from './rule-6-look-alikes.js';
import { isLimitUsed } from './rule-10-intent.js';

/** How many of the pool's earlier swaps of the same direction a victim's size is compared with. */
const COMPARED = 64;

/**
 * Whether a sandwich looks aimed at its victims (Rule 11): enough of a limit was used. Goes by the largest victim
 * whose limit was not made after the front. If its limit is not known: whether it is so large that a trader who does not
 * look at others would hardly ever have met it.
 *
 * @param traits.lotSharers see `lotSharersOf`
 */
export function isAimed<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Victim<S>[],
  window: Window<S>,
  {
    lotSharers,
    thresholds,
  }: {
    lotSharers: () => number;
    thresholds: Pick<Thresholds, 'aimUsed' | 'aimChance' | 'unclearLimitUsed'>;
  },
): boolean {
  let largest: Victim<S> | null = null;
  for (const victim of victims)
    if (victim.limitAge !== 'after' && (largest === null || victim.swap.traderIn > largest.swap.traderIn))
      largest = victim;
  if (largest === null) return false;
  if (largest.slippageUse !== null) return isLimitUsed(largest, thresholds.aimUsed, thresholds);
  // One owner's wallets that fake volume trade one lot in turn, and the traffic they make hides how rare a size is.
  return isLarge(largest.swap.traderIn, candidate, window, thresholds.aimChance) && lotSharers() === 0;
}

/**
 * Compares a size with the pool's latest swaps of the same direction before the front. Of n of them, r are as large:
 * one swap is as large with a chance of about (r + 1) / (n + 1), and the largest of k with 1 − (1 − that)^k.
 */
function isLarge<S extends Swap>(
  size: bigint,
  candidate: Candidate<S>,
  window: Window<S>,
  aimChance: number,
): boolean {
  const { fronts, entity, between } = candidate;
  const first = fronts[0]!;
  const { swaps, directions } = window.before(first, surroundingsOf(candidate));
  let compared = 0;
  let asLarge = 0;
  for (let at = 0; at < swaps.length && compared < COMPARED; at += 1) {
    if (directions[at] !== first.direction || entity.has(swaps[at]!.trader)) continue;
    compared += 1;
    if (swaps[at]!.traderIn >= size) asLarge += 1;
  }
  return 1 - (1 - (asLarge + 1) / (compared + 1)) ** between <= aimChance;
}
