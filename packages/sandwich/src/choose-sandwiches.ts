import type { Swap } from '@tickscope/dex';
import { assemble, type Findings, findingsOf } from './assemble.js';
import { type Candidate, compareClaims } from './candidate.js';
import { Claim, type Leg, type Placed } from './leg.js';
import type { Thresholds } from './options.js';
import type { Sandwich } from './sandwich.js';
import { victimsOf } from './victims.js';
import type { Window } from './window.js';

/** A candidate that got its legs, and the sandwich that it is for now. */
export interface Chosen<S extends Swap> {
  candidate: Candidate<S>;
  findings: Findings;
  sandwich: Sandwich<S>;
}

/**
 * Rule 7 for the candidates of one pool: who claims first gets its legs. Depends on the candidates that are not
 * final and on the legs that final ones hold, on nothing else.
 */
export function chooseSandwiches<S extends Swap>(
  candidates: readonly Candidate<S>[],
  claims: Claims<S>,
  thresholds: Thresholds,
): Candidate<S>[] {
  const chosen: Candidate<S>[] = [];
  for (const candidate of candidates) {
    if (!claims.areFree(candidate) || victimsOf(candidate, thresholds).length === 0) continue;
    claims.take(candidate);
    chosen.push(candidate);
  }
  return chosen;
}

/**
 * Which legs are held, by sandwiches that are final (noted on the legs) and by those chosen this time. Emptied and used
 * again rather than made anew: code that was compiled for objects which are all gone is thrown away with them.
 */
export class Claims<S extends Swap> {
  readonly #window: Window<S>;
  /** By row. */
  readonly #taken = new Map<number, number>();
  /** Whether one of those taken passes. */
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

  take(candidate: Candidate<S>): void {
    this.#hasPassing ||= candidate.basis !== null;
    for (const leg of candidate.fronts)
      this.#taken.set(leg.order, this.of(leg) | claimOf(candidate, Claim.FRONT));
    for (const leg of candidate.backs)
      this.#taken.set(leg.order, this.of(leg) | claimOf(candidate, Claim.BACK));
  }
}

/** What the legs of a candidate are claimed as. */
export function claimOf<S extends Swap>(candidate: Candidate<S>, side: number): number {
  return side | (candidate.basis === null ? 0 : Claim.PASSING) | (candidate.mayChain ? Claim.EXACT : 0);
}

/** A leg serves one sandwich; the close of one may open the next where both match exactly. */
function isFree(claims: number, side: number, isMatch: boolean): boolean {
  const held = claims & (Claim.FRONT | Claim.BACK);
  return held === 0 || (isMatch && (claims & Claim.EXACT) !== 0 && (held & side) === 0);
}

/** What the candidates that end in one block of one pool may have had between them, all in all. */
const MOST_BETWEEN = 32_768;

/**
 * In the order in which they claim, without those that would be too much: candidates are cut where the swaps between
 * their legs sum up to 32,768, so that no input makes the work or the output grow with the square of its swaps.
 */
export function inOrder<S extends Swap>(candidates: Candidate<S>[]): Candidate<S>[] {
  candidates.sort(compareClaims);
  let between = 0;
  return candidates.filter((candidate) => {
    between += candidate.between;
    return between <= MOST_BETWEEN;
  });
}

/** Two lists in order as one. */
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

/** The sandwiches of chosen candidates; what did not change stays the very same object. */
export function sandwichesOf<S extends Swap>(
  candidates: readonly Candidate<S>[],
  before: readonly Chosen<S>[],
  claims: Claims<S>,
  window: Window<S>,
  thresholds: Thresholds,
): Chosen<S>[] {
  const known = new Map(before.map((chosen) => [chosen.candidate, chosen]));
  const chosen: Chosen<S>[] = [];
  for (const candidate of candidates) {
    const old = known.get(candidate);
    if (old !== undefined && staysSame(old, claims)) {
      chosen.push(old);
      continue;
    }
    const findings = old?.findings ?? findingsOf(candidate, window, thresholds);
    const sandwich = assemble(candidate, findings, window, claims);
    const isOld = old !== undefined && isSameContent(old.sandwich, sandwich);
    chosen.push(isOld ? old : { candidate, findings, sandwich });
  }
  return chosen;
}

/** A suspected sandwich that names all who may be victims changes only when one of them is taken from it. */
function staysSame<S extends Swap>({ candidate, sandwich }: Chosen<S>, claims: Claims<S>): boolean {
  const { victims } = candidate;
  if (sandwich.reason === null || victims === null || sandwich.victims.length !== victims.length)
    return false;
  for (const victim of victims) if (claims.isPassing(victim)) return false;
  return true;
}

/** Of sandwiches of the same candidate: only these can differ. */
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
