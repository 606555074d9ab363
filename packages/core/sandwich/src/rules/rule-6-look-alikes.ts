import type { Swap } from '@tickscope/dex';
import type { Candidate, Innocence } from '../model/candidate.js';
import type { Leg, Placed } from '../model/leg.js';
import { LIVE_MAX_SPAN, type Thresholds } from '../model/options.js';
import { compareInstructions } from '../model/position.js';
import type { Sign, SuspicionReason, Victim } from '../model/sandwich.js';
import type { Window } from '../model/window.js';
import { isLimitUsed } from './rule-10-intent.js';

/** A pool's launch lasts so many slots from its creation on. */
const LAUNCH_SLOTS = 4;

/**
 * Rule 6: the innocent explanation of a candidate, such as JIT liquidity or a launch; null if there is none.
 *
 * @param around the victims that it is judged by
 * @param signs see `Evidence`
 */
export function innocenceOf<S extends Swap>(
  candidate: Candidate<S>,
  around: readonly Victim<S>[],
  { window, thresholds }: { window: Window<S>; thresholds: Thresholds },
  signs: readonly Sign[],
): Innocence | null {
  const reason = innocentReasonOf(candidate, window, signs);
  if (reason !== null) return { reason, holdsForKnownBot: true };
  return washOf(candidate, around, thresholds);
}

function innocentReasonOf<S extends Swap>(
  candidate: Candidate<S>,
  window: Window<S>,
  signs: readonly Sign[],
): SuspicionReason | null {
  const possible = candidate.victims ?? [];
  const { poolKind } = candidate.fronts[0]!.swap;
  const { address } = candidate.fronts[0]!.pool;
  const launchFrom = Math.max(candidate.firstSlot - LAUNCH_SLOTS, surroundingsOf(candidate));
  const launch = window.eventsOf(address, launchFrom, candidate.lastSlot);
  const isAttack = signs.includes('limit_used') || signs.includes('contiguous_with_tip');
  if (!candidate.isMatched && isLiquidityMovedAround(candidate, possible, window)) return 'jit';
  if (!isAttack && launch.some(({ kind }) => kind === 'created')) return 'launch';
  if (candidate.isCrossPool) return 'cross_pool';
  if (poolKind === 'proprietary' || poolKind === 'order_book') return 'unpriced_pool';
  if (areClosedCycles(candidate, window)) return 'arbitrage';
  return null;
}

/**
 * Whether each leg's transaction ends in the tokens with which it began: it sold in one pool what it bought in another.
 * Whatever limit was met on the way, it was not what the trade was for. Two pools of one trade are no cycle.
 */
function areClosedCycles<S extends Swap>({ fronts, backs }: Candidate<S>, window: Window<S>): boolean {
  const isCycle = ({ order }: Leg<S>): boolean => isClosedCycle(window.transactionOf(order));
  return fronts.every(isCycle) && backs.every(isCycle);
}

function isClosedCycle(swaps: readonly Swap[]): boolean {
  if (swaps.length < 2) return false;
  const bought = new Set(swaps.map(({ mintOut }) => mintOut));
  const sold = new Set(swaps.map(({ mintIn }) => mintIn));
  return (
    swaps.some(({ pool }) => pool !== swaps[0]!.pool) &&
    bought.size === sold.size &&
    swaps.every(({ mintOut }) => sold.has(mintOut))
  );
}

/** The 20 slots up to the last leg, or the whole sandwich if it is longer. Independent of the caller's window. */
export function surroundingsOf<S extends Swap>({ firstSlot, lastSlot }: Candidate<S>): number {
  return Math.min(firstSlot, lastSlot - LIVE_MAX_SPAN);
}

/** Whether the entity added liquidity before a victim and removed it after. */
export function isLiquidityMovedAround<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Placed<S>[],
  window: Window<S>,
): boolean {
  const { entity, fronts, lastSlot } = candidate;
  const events = window.eventsOf(fronts[0]!.pool.address, surroundingsOf(candidate), lastSlot);
  if (events.length < 2) return false;
  const own = events.filter(({ actor, feePayer }) => entity.has(actor) || entity.has(feePayer));
  const added = own.find(({ kind }) => kind === 'liquidity_added');
  const removed = own.findLast(({ kind }) => kind === 'liquidity_removed');
  if (added === undefined || removed === undefined) return false;
  return victims.some(
    ({ swap }) => compareInstructions(added, swap) < 0 && compareInstructions(swap, removed) < 0,
  );
}

/** Minimum number of wallets in a wash ring. */
const RING = 3;

/**
 * Whether the attacker is in a ring: at least three wallets in the pool pay identical fees, to the lamport and through
 * one program, and one of them trades in both directions. What one account pays for is one wallet's: a bot's own gas payer
 * makes no ring. An outsider among the victims does not acquit it, but one whose limit was used does, and so does one
 * where a ring's gain comes from others, which makes it a known bot.
 */
function washOf<S extends Swap>(
  candidate: Candidate<S>,
  around: readonly Victim<S>[],
  thresholds: Thresholds,
): Innocence | null {
  const like = candidate.fronts[0]!.swap;
  const { computeUnitPrice, priorityFeeLamports } = like;
  if (computeUnitPrice === null || computeUnitPrice === 0n || priorityFeeLamports === null) return null;
  const paysAlike = ({ swap }: Pick<Placed<S>, 'swap'>): boolean =>
    swap.computeUnitPrice === computeUnitPrice &&
    swap.priorityFeeLamports === priorityFeeLamports &&
    swap.outerProgramId === like.outerProgramId;
  if (![...candidate.fronts, ...candidate.backs].every(paysAlike)) return null;
  if (!isRing(candidate, paysAlike)) return null;
  const outsiders = around.filter((victim) => !paysAlike(victim));
  if (outsiders.some((victim) => isLimitUsed(victim, thresholds.limitUsed, thresholds))) return null;
  return { reason: 'wash', holdsForKnownBot: outsiders.length === 0 };
}

function isRing<S extends Swap>(
  candidate: Candidate<S>,
  paysAlike: (leg: Pick<Placed<S>, 'swap'>) => boolean,
): boolean {
  const { pool } = candidate.fronts[0]!;
  const from = surroundingsOf(candidate);
  const sidesOf = new Map<string, number>();
  let tradesBothSides = false;
  const { window } = pool;
  for (let leg: Leg<S> | null = window.legOf(pool.last); leg !== null; leg = window.previous(leg)) {
    if (leg.slot > candidate.lastSlot) continue;
    if (leg.slot < from) break;
    if (!paysAlike(leg)) continue;
    const sides = (sidesOf.get(leg.swap.feePayer) ?? 0) | (1 << leg.direction);
    sidesOf.set(leg.swap.feePayer, sides);
    tradesBothSides ||= sides === 3;
    if (tradesBothSides && sidesOf.size >= RING) return true;
  }
  return false;
}
