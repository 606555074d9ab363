import type { Account } from '../../account.js';
import type { PlannedSwap, Pool, PoolJournal, TransactionPlan } from '../../plan.js';
import type { Curve } from '../curve.js';
import { closeJournal, openJournal, replayWithout } from '../journal.js';
import type { PrivateProgram } from '../trade.js';

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
  const journal = openJournal(pool);
  sandwich.opened = { before: pool.curve, journal, from: journal.swaps.length };
}

/** All swaps of the pool from the first leg on, including it. */
export function swapsSince(sandwich: Sandwich): PlannedSwap[] {
  if (sandwich.opened === null) throw new Error(`${sandwich.id}: open() did not run before swapsSince()`);
  return sandwich.opened.journal.swaps.slice(sandwich.opened.from);
}

/** The pool as it would be now without the attacker's legs. */
export function cleanCurve(sandwich: Sandwich): Curve {
  const own = new Set<PlannedSwap>([...sandwich.fronts, ...sandwich.backs]);
  return replayWithout(own, sandwich.opened!.before, swapsSince(sandwich));
}

export function close({ opened, pool }: Sandwich): void {
  if (opened !== null) closeJournal(pool);
}

export type LinkName = 'same_signer' | 'token_account' | 'token_transfer' | 'private_program';
