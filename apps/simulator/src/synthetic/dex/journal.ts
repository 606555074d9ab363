import type { PlannedSwap, Pool, PoolJournal } from '../plan.js';
import type { Curve, Filled } from './curve.js';

/** Records a pool for one more reader. */
export function openJournal(pool: Pool): PoolJournal {
  pool.journal ??= { swaps: [], readers: 0 };
  pool.journal.readers += 1;
  return pool.journal;
}

export function closeJournal(pool: Pool): void {
  if (pool.journal === null) return;
  pool.journal.readers -= 1;
  if (pool.journal.readers === 0) pool.journal = null;
}

/** A swap again from another state of its pool: with the amount that its instruction fixed. */
export function refill(curve: Curve, { fill, amountIn, isExactOut }: PlannedSwap): Filled | null {
  return isExactOut && curve.exactOut !== undefined
    ? curve.exactOut(fill.traderOut)
    : curve.exactIn(fill.isBuy, amountIn);
}

/** The pool after these swaps, but for some of them. */
export function replayWithout(
  own: ReadonlySet<PlannedSwap>,
  before: Curve,
  swaps: readonly PlannedSwap[],
): Curve {
  let curve = before;
  for (const swap of swaps) if (!own.has(swap)) curve = refill(curve, swap)?.next ?? curve;
  return curve;
}
