import type { CompiledTransaction } from './compile-transaction.js';
import type { PlannedEntry } from './entry-plan.js';
import { type HashedEntry, hashEntries } from './hash-entries.js';
import type { Random } from './random.js';

/** A bank that its leader abandoned: the first part of a block on another parent, never finished. */
export interface AbandonedBankPlan {
  bankId?: number;
  entries: HashedEntry[];
  transactions: CompiledTransaction[];
  isReportedDead: boolean;
}

/** A validator numbers its banks in the order in which it makes them, two for each slot here. */
export function bankIdOf(slot: number): number {
  return slot * 2 + 1;
}

/**
 * The abandoned bank of a block. It has the block's first transactions, some of them in other places, and with other
 * results: it began on another parent (fast leader handover), so every entry's hash differs.
 */
export function abandonedBank(
  slot: number,
  planned: readonly PlannedEntry[],
  transactions: readonly CompiledTransaction[],
  random: Random,
): AbandonedBankPlan {
  const isShifted = random.chance(0.5) && transactions.length > 1;
  const executed = (isShifted ? transactions.slice(1) : transactions).map(
    (tx): CompiledTransaction => ({ ...tx, plan: { ...tx.plan, computeUnits: tx.plan.computeUnits + 1 } }),
  );
  const kept: PlannedEntry[] = [];
  let count = 0;
  const most = Math.floor(planned.length * (0.2 + 0.6 * random.unit()));
  for (const entry of planned.slice(0, most)) {
    if (count + entry.transactionCount > executed.length) break;
    kept.push(entry);
    count += entry.transactionCount;
  }
  const included = executed.slice(0, count);
  return {
    entries: hashEntries(slot, slot - 1, random.bytes(32), 'ticked', kept, included),
    transactions: included,
    isReportedDead: random.chance(0.5),
  };
}
