import type { Swap } from '@tickscope/dex';
import type { Candidate, Chosen, Findings } from '../model/candidate.js';
import { Claim, type Leg, type Placed } from '../model/leg.js';
import type { Sandwich } from '../model/sandwich.js';
import type { Window } from '../model/window.js';
import type { JudgingContext } from '../rules/judging-context.js';
import { victimsOf } from '../rules/rule-4-victims.js';
import { compareClaims } from '../rules/rule-7-claims.js';
import { assemble, findingsOf, passes } from './assemble.js';

/**
 * Rule 7 for the candidates of one pool: the first in claim order gets its legs. Depends only on the candidates that
 * are not final and on the legs that final sandwiches hold.
 */
export function chooseSandwiches<S extends Swap>(
  candidates: readonly Candidate<S>[],
  claims: Claims<S>,
  context: JudgingContext<S>,
): Candidate<S>[] {
  const chosen: Candidate<S>[] = [];
  for (const candidate of candidates) {
    if (!claims.areFree(candidate) || victimsOf(candidate, context.thresholds).length === 0) continue;
    claims.take(candidate, isPassing(candidate, context));
    chosen.push(candidate);
  }
  return chosen;
}

/** The findings of a candidate, computed on first use. */
export function knownFindings<S extends Swap>(
  candidate: Candidate<S>,
  context: JudgingContext<S>,
): Findings<S> {
  candidate.findings ??= findingsOf(candidate, context);
  return candidate.findings;
}

/** Whether its legs are no victims of others. */
export function isPassing<S extends Swap>(candidate: Candidate<S>, context: JudgingContext<S>): boolean {
  return passes(knownFindings(candidate, context), context);
}

/**
 * Which legs are taken, by final sandwiches (recorded on the legs) and by those chosen in this round. Cleared and
 * reused instead of recreated: V8 discards code optimised for objects that have all been collected.
 */
export class Claims<S extends Swap> {
  readonly #window: Window<S>;
  /** Claims by row. */
  readonly #taken = new Map<number, number>();
  /** Whether any of the taken legs belongs to a passing sandwich. */
  #hasPassing = false;

  constructor(window: Window<S>) {
    this.#window = window;
  }

  clear(): void {
    this.#taken.clear();
    this.#hasPassing = false;
  }

  of(leg: Leg<S>): number {
    return leg.claims | (this.#taken.get(leg.order) ?? 0);
  }

  isPassing({ order }: Placed<S>): boolean {
    const taken = this.#hasPassing ? (this.#taken.get(order) ?? 0) : 0;
    return ((taken | this.#window.claimsOf(order)) & Claim.PASSING) !== 0;
  }

  areFree(candidate: Candidate<S>): boolean {
    const isMatch = candidate.mayChain;
    return (
      candidate.fronts.every((leg) => isFree(this.of(leg), Claim.FRONT, isMatch)) &&
      candidate.backs.every((leg) => isFree(this.of(leg), Claim.BACK, isMatch))
    );
  }

  take(candidate: Candidate<S>, isPassing: boolean): void {
    this.#hasPassing ||= isPassing;
    for (const leg of candidate.fronts)
      this.#taken.set(leg.order, this.of(leg) | claimOf(candidate, Claim.FRONT, isPassing));
    for (const leg of candidate.backs)
      this.#taken.set(leg.order, this.of(leg) | claimOf(candidate, Claim.BACK, isPassing));
  }
}

/** The `Claim` bits that a candidate sets on its legs. */
export function claimOf<S extends Swap>(candidate: Candidate<S>, side: number, isPassing: boolean): number {
  return side | (isPassing ? Claim.PASSING : 0) | (candidate.mayChain ? Claim.EXACT : 0);
}

/** A leg serves one sandwich. Exception: a back leg may open the next sandwich if both match exactly. */
function isFree(claims: number, side: number, isMatch: boolean): boolean {
  const held = claims & (Claim.FRONT | Claim.BACK);
  return held === 0 || (isMatch && (claims & Claim.EXACT) !== 0 && (held & side) === 0);
}

/** Limit on the total number of swaps between the legs, over the candidates that end in one block of one pool. */
const MOST_BETWEEN = 32_768;

/**
 * Sorts candidates in claim order and drops those beyond a total of 32,768 swaps between their legs, so that neither
 * time nor output can grow with the square of the input.
 */
export function inOrder<S extends Swap>(candidates: Candidate<S>[]): Candidate<S>[] {
  candidates.sort(compareClaims);
  let between = 0;
  return candidates.filter((candidate) => {
    between += candidate.between;
    return between <= MOST_BETWEEN;
  });
}

/** Merges two sorted lists. */
export function mergeCandidates<S extends Swap>(
  known: readonly Candidate<S>[],
  added: readonly Candidate<S>[],
): Candidate<S>[] {
  const merged: Candidate<S>[] = [];
  let next = 0;
  for (const candidate of known) {
    while (next < added.length && compareClaims(added[next]!, candidate) < 0) merged.push(added[next++]!);
    merged.push(candidate);
  }
  while (next < added.length) merged.push(added[next++]!);
  return merged;
}

/** Returns the sandwiches of chosen candidates. An unchanged sandwich stays the identical object. */
export function sandwichesOf<S extends Swap>(
  candidates: readonly Candidate<S>[],
  before: readonly Chosen<S>[],
  claims: Claims<S>,
  context: JudgingContext<S>,
): Chosen<S>[] {
  const known = new Map(before.map((chosen) => [chosen.candidate, chosen]));
  const chosen: Chosen<S>[] = [];
  for (const candidate of candidates) {
    const old = known.get(candidate);
    if (old !== undefined && staysSame(old, claims)) {
      chosen.push(old);
      continue;
    }
    const sandwich = assemble(candidate, knownFindings(candidate, context), context, claims);
    const isOld = old !== undefined && isSameContent(old.sandwich, sandwich);
    chosen.push(isOld ? old : { candidate, sandwich });
  }
  return chosen;
}

/**
 * A suspected sandwich that lists all possible victims changes only if one of them is taken away. Without harm it may
 * also change if one is released: where all are taken, all are listed.
 */
function staysSame<S extends Swap>({ candidate, sandwich }: Chosen<S>, claims: Claims<S>): boolean {
  const { victims } = candidate;
  const { reason } = sandwich;
  if (reason === null || reason === 'no_harm') return false;
  if (victims === null || sandwich.victims.length !== victims.length) return false;
  for (const victim of victims) if (claims.isPassing(victim)) return false;
  return true;
}

/** Compares two sandwiches of one candidate, which can differ only in these fields. */
function isSameContent<S extends Swap>(left: Sandwich<S>, right: Sandwich<S>): boolean {
  return (
    left.reason === right.reason &&
    left.victims.length === right.victims.length &&
    left.attempts.length === right.attempts.length &&
    left.victims.every((victim, at) => victim.swap === right.victims[at]!.swap) &&
    left.attempts.every(({ attempt, side }, at) => {
      const other = right.attempts[at]!;
      return attempt === other.attempt && side === other.side;
    })
  );
}
