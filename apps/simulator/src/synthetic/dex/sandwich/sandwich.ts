import type { Account } from '../../account.js';
import type { TransactionPlan } from '../../plan.js';
import type { Curve, Filled } from '../curve.js';
import type { PoolJournal } from '../journal.js';
import type { PlannedSwap } from '../planned-swap.js';
import type { Pool } from '../pool.js';
import type { PrivateProgram } from '../trade.js';
import type { LinkName } from './label.js';

/** A sandwich under construction. */
export interface Sandwich {
  id: string;
  kind: string;
  pool: Pool;
  /** The direction of its victims and front legs. */
  isBuy: boolean;
  attackers: Account[];
  link: LinkName;
  privateProgram: PrivateProgram | null;
  fronts: PlannedSwap[];
  backs: PlannedSwap[];
  /** Victims that were planted. */
  intended: Set<PlannedSwap>;
  /** How much of the room that its limit left was taken from each of them, 0 to 1. */
  uses: Map<PlannedSwap, number>;
  attempts: { plan: TransactionPlan; side: 'front' | 'back' }[];
  linkPlans: TransactionPlan[];
  /** Whether its entity is a known bot by then because of other sandwiches (rule 2 c); evaluated when it is judged. */
  isKnownBot: (sandwich: Sandwich) => boolean;
  /** The pool before the first leg, and its journal's length then. */
  opened: { before: Curve; journal: PoolJournal; from: number } | null;
}

/** Starts recording the pool. Called just before the first leg is made. */
export function open(sandwich: Sandwich): void {
  if (sandwich.opened !== null) return;
  const { pool } = sandwich;
  pool.journal ??= { swaps: [], readers: 0 };
  pool.journal.readers += 1;
  sandwich.opened = { before: pool.curve, journal: pool.journal, from: pool.journal.swaps.length };
}

/** All swaps of the pool from the first leg on, including it. */
export function swapsSince(sandwich: Sandwich): PlannedSwap[] {
  if (sandwich.opened === null) throw new Error(`${sandwich.id}: open() did not run before swapsSince()`);
  return sandwich.opened.journal.swaps.slice(sandwich.opened.from);
}

/** A swap again from another state of its pool: with the amount that its instruction fixed. */
export function refill(curve: Curve, { fill, amountIn, isExactOut }: PlannedSwap): Filled | null {
  return isExactOut && curve.exactOut !== undefined
    ? curve.exactOut(fill.traderOut)
    : curve.exactIn(fill.isBuy, amountIn);
}

/** The pool as it would be now without the attacker's legs. */
export function cleanCurve(sandwich: Sandwich): Curve {
  const own = new Set<PlannedSwap>([...sandwich.fronts, ...sandwich.backs]);
  let curve = sandwich.opened!.before;
  for (const swap of swapsSince(sandwich)) if (!own.has(swap)) curve = refill(curve, swap)?.next ?? curve;
  return curve;
}

export function close(sandwich: Sandwich): void {
  const journal = sandwich.opened?.journal;
  if (journal === undefined) return;
  journal.readers -= 1;
  if (journal.readers === 0) sandwich.pool.journal = null;
}
