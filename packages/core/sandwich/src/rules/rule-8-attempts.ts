import { comparePositions, type TxPosition } from '@tickscope/chain';
import type { Attempt, Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import { LIVE_WINDOW } from '../model/options.js';
import type { AttemptLeg, Sandwich, Victim } from '../model/sandwich.js';
import type { Window } from '../model/window.js';
import { surroundingsOf } from './rule-6-look-alikes.js';

const ATTEMPTS_KEPT = 256;

/** Rule 8: the entity's decoded attempts in the pool within ten slots of a victim. */
export function attemptsOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Victim<S>[],
  window: Window<S>,
): AttemptLeg[] {
  const { fromSlot, toSlot } = attemptRange(victims);
  const from = Math.max(fromSlot, surroundingsOf(candidate));
  const wallets = attemptWallets(candidate);
  return window
    .attemptsOn(candidate.fronts[0]!.pool.address, from, toSlot)
    .filter((attempt) => isOwnAttempt(attempt, candidate, wallets) && isNearVictim(attempt.slot, victims))
    .slice(0, ATTEMPTS_KEPT)
    .map((attempt) => ({ attempt, side: attemptSide(attempt, victims) }));
}

/** The slots in which an attempt can belong to a sandwich. */
export function attemptRange(victims: readonly Victim[]): { fromSlot: number; toSlot: number } {
  const [first, last] = [victims[0]!.swap.slot, victims[victims.length - 1]!.swap.slot];
  return { fromSlot: Math.max(0, first - LIVE_WINDOW), toSlot: last + LIVE_WINDOW };
}

/**
 * The wallets whose failed attempts count: those that traded the legs, and the wallet or token account that links two
 * of them. Not a fee payer, which may be a relayer that pays for strangers, too.
 */
export function attemptWallets({
  attackers,
  link,
  linkAddress,
}: Pick<Sandwich, 'attackers' | 'link' | 'linkAddress'>): Set<string> {
  const isWallet = link === 'token_account' || link === 'token_transfer';
  return new Set(isWallet ? [...attackers, linkAddress] : attackers);
}

function isOwnAttempt<S extends Swap>(
  attempt: Attempt,
  candidate: Candidate<S>,
  wallets: Set<string>,
): boolean {
  const { link, linkAddress } = candidate;
  return (
    wallets.has(attempt.trader) || (link === 'private_program' && attempt.outerProgramId === linkAddress)
  );
}

export function isNearVictim(slot: number, victims: readonly Victim[]): boolean {
  return victims.some(({ swap }) => Math.abs(swap.slot - slot) <= LIVE_WINDOW);
}

/**
 * Front before the first victim, back after the last. Between two victims by its direction if that is known, otherwise
 * front, as a victim follows.
 */
export function attemptSide(
  attempt: TxPosition & Partial<Pick<Attempt, 'direction'>>,
  victims: readonly Victim[],
): 'front' | 'back' {
  const [first, last] = [victims[0]!.swap, victims[victims.length - 1]!.swap];
  if (comparePositions(attempt, first) < 0) return 'front';
  if (comparePositions(attempt, last) > 0) return 'back';
  const direction = attempt.direction ?? null;
  return direction !== null && direction.mintIn !== first.mintIn ? 'back' : 'front';
}
