import type { Account } from '../../account.js';
import type { TransactionPlan } from '../../plan.js';
import type { Curve } from '../curve.js';
import type { PoolJournal } from '../journal.js';
import type { PlannedSwap } from '../planned-swap.js';
import type { Pool } from '../pool.js';
import type { PrivateProgram } from '../trade.js';
import type { LinkName } from './label.js';

/** A sandwich while it is being made. */
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
  /** Victims that were put there. */
  intended: Set<PlannedSwap>;
  attempts: { plan: TransactionPlan; side: 'front' | 'back' }[];
  linkPlans: TransactionPlan[];
  /** Whether its maker is known by then for other sandwiches (rule 2 c); asked when it is judged. */
  isKnownBot: (sandwich: Sandwich) => boolean;
  /** The pool before the first leg, and where its journal was then. */
  opened: { before: Curve; journal: PoolJournal; from: number } | null;
}

/** Begins to record what happens in the pool. Called just before the first leg is made. */
export function open(sandwich: Sandwich): void {
  if (sandwich.opened !== null) return;
  const { pool } = sandwich;
  pool.journal ??= { swaps: [], readers: 0 };
  pool.journal.readers += 1;
  sandwich.opened = { before: pool.curve, journal: pool.journal, from: pool.journal.swaps.length };
}

/** Everything that happened in the pool since the first leg, that leg included. */
export function swapsSince(sandwich: Sandwich): PlannedSwap[] {
  if (sandwich.opened === null) throw new Error(`${sandwich.id} was never opened`);
  return sandwich.opened.journal.swaps.slice(sandwich.opened.from);
}

export function close(sandwich: Sandwich): void {
  const journal = sandwich.opened?.journal;
  if (journal === undefined) return;
  journal.readers -= 1;
  if (journal.readers === 0) sandwich.pool.journal = null;
}
