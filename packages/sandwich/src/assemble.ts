import type { Attempt, Swap } from '@tickscope/dex';
import type { Candidate } from './candidate.js';
import { classOf, surroundingsOf } from './classes.js';
import { type Harm, harmOf, type Loss } from './harm.js';
import { type Placed, swapsOf } from './leg.js';
import { LIVE_WINDOW, type Thresholds } from './options.js';
import { compareInstructions, positionId } from './position.js';
import type { AttemptLeg, Confidence, Sandwich, SuspicionReason, Victim } from './sandwich.js';
import { victimsOf } from './victims.js';
import type { Window } from './window.js';

const ATTEMPTS_KEPT = 256;

/** Tells which swaps are legs of sandwiches that pass rules 1 to 3: those are not victims of others. */
export interface PassingLegs<S extends Swap> {
  isPassing(victim: Placed<S>): boolean;
}

/** Harm and class of a candidate, computed once. */
export interface Findings {
  harm: Harm;
  class: SuspicionReason | null;
}

export function findingsOf<S extends Swap>(
  candidate: Candidate<S>,
  window: Window<S>,
  thresholds: Thresholds,
): Findings {
  const victims = victimsOf(candidate, thresholds);
  return { harm: harmOf(candidate, victims, window), class: classOf(candidate, victims, window) };
}

/** Turns a chosen candidate into a sandwich, by rules 4 to 6 and 8. */
export function assemble<S extends Swap>(
  candidate: Candidate<S>,
  { harm, class: apart }: Findings,
  window: Window<S>,
  claims: PassingLegs<S>,
): Sandwich<S> {
  const possible = candidate.victims ?? [];
  const free: Victim<S>[] = [];
  for (let at = 0; at < possible.length; at += 1)
    if (!claims.isPassing(possible[at]!)) free.push(victimOf(possible[at]!, harm.losses[at]));
  const harmed = free.filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n);
  const reason = apart ?? suspicionOf(candidate) ?? (harmed.length === 0 ? 'no_harm' : null);
  const victims =
    reason === null
      ? harmed
      : free.length > 0
        ? free
        : possible.map((leg, at) => victimOf(leg, harm.losses[at]));
  const confidence: Confidence = reason !== null ? 'suspected' : candidate.isExact ? 'exact' : 'loose';
  const first = candidate.fronts[0]!;
  const { programId, dexName, mintIn, mintOut } = first.swap;
  return {
    id: positionId(first.swap),
    pool: first.pool.address,
    backPool: candidate.backs[0]!.pool.address,
    programId,
    dexName,
    mintIn,
    mintOut,
    fronts: swapsOf(candidate.fronts),
    backs: swapsOf(candidate.backs),
    victims,
    attempts: reason === null ? attemptsOf(candidate, victims, window) : [],
    confidence,
    reason,
    link: candidate.link,
    linkAddress: candidate.linkAddress,
    basis: candidate.basis,
    attackers: candidate.attackers,
    quantityRatio: candidate.quantityRatio,
    gross: candidate.money.gross,
    net: candidate.money.net,
    costLamports: candidate.money.costLamports,
    replayResidual: harm.residual,
    firstSlot: candidate.firstSlot,
    lastSlot: candidate.lastSlot,
  };
}

function victimOf<S extends Swap>({ swap }: Placed<S>, loss: Loss | null | undefined): Victim<S> {
  return { swap, lossAmount: loss?.amount ?? null, lossMethod: loss?.method ?? null };
}

function suspicionOf<S extends Swap>({ basis, link, fits }: Candidate<S>): SuspicionReason | null {
  if (basis !== null) return null;
  if (link === 'private_program') return 'link';
  return fits ? 'round_trip' : 'quantity';
}

/** Rule 8: the entity's failed transactions in the pool within ten slots of a victim. */
function attemptsOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Victim<S>[],
  window: Window<S>,
): AttemptLeg[] {
  const first = victims[0]!.swap;
  const last = victims[victims.length - 1]!.swap;
  const from = Math.max(first.slot - LIVE_WINDOW, surroundingsOf(candidate));
  const attempts = window.attemptsOn(candidate.fronts[0]!.pool.address, from, last.slot + LIVE_WINDOW);
  return attempts
    .filter(
      (attempt) =>
        isOfEntity(attempt, candidate) &&
        victims.some(({ swap }) => Math.abs(swap.slot - attempt.slot) <= LIVE_WINDOW),
    )
    .slice(0, ATTEMPTS_KEPT)
    .map((attempt) => ({ attempt, side: sideOf(attempt, first, last) }));
}

function isOfEntity<S extends Swap>(attempt: Attempt, { entity, link, linkAddress }: Candidate<S>): boolean {
  return entity.has(attempt.trader) || (link === 'private_program' && attempt.outerProgramId === linkAddress);
}

/**
 * An attempt between two victims is classified by its direction if known, otherwise as a frontrun, as a victim follows.
 */
function sideOf(attempt: Attempt, first: Swap, last: Swap): 'front' | 'back' {
  if (compareInstructions(attempt, first) < 0) return 'front';
  if (compareInstructions(attempt, last) > 0) return 'back';
  return attempt.direction !== null && attempt.direction.mintIn !== first.mintIn ? 'back' : 'front';
}
