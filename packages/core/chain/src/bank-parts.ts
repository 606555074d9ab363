import type { Transaction } from './block.js';
import type { GeyserBlockMeta, GeyserEntry } from './geyser.js';
import { equalBytes } from './reserved-keys.js';

/** A part as it came, the newest first, if others with the same index differ from it. */
type Variants<T> = Map<number, T[]>;

/**
 * The messages of one bank so far. From a server that does not number its banks, these may be of two banks of one slot:
 * then entries and transactions of one index differ, all are kept, and `BankWalk` finds which belong together.
 */
export class BankParts {
  meta: GeyserBlockMeta | null = null;
  lastEntry: GeyserEntry | null = null;
  /** Sum of the entries' transaction counts. */
  transactionsInEntries = 0;
  /** Two block metas differ, so it is not known which one the parts belong to. */
  conflict: string | null = null;
  /** Number of parts that came before it was seen that they are of two banks; null if they may be of one. */
  mixedAt: number | null = null;
  readonly entries: Variants<GeyserEntry> = new Map();
  readonly transactions: Variants<Transaction> = new Map();
  /** Per index of a transaction, how many parts had come when it came last. */
  readonly #cameAt = new Map<number, number>();
  #lastTransaction = -1;
  #count = 0;

  /** Number of parts held. */
  get size(): number {
    return this.#count;
  }

  addMeta(meta: GeyserBlockMeta): void {
    if (this.meta !== null && !equalBytes(this.meta.blockhash, meta.blockhash))
      this.conflict = `two blocks for slot ${meta.slot}`;
    else this.meta = meta;
    this.#noteSurplus();
  }

  addEntry(entry: GeyserEntry): void {
    const { entries } = this;
    const known = entries.get(entry.index);
    if (known?.some((other) => isSameEntry(other, entry)) === true) return;
    if (known === undefined) {
      entries.set(entry.index, [entry]);
      this.transactionsInEntries += entry.transactionCount;
    } else {
      known.unshift(entry);
      this.mixedAt ??= this.#count;
    }
    this.#count += 1;
    if (this.lastEntry === null || entry.index > this.lastEntry.index) this.lastEntry = entry;
    this.#noteSurplus();
  }

  addTransaction(tx: Transaction): void {
    const { transactions } = this;
    const known = transactions.get(tx.index);
    const at = known?.findIndex((other) => isSameTransaction(other, tx)) ?? -1;
    this.#cameAt.set(tx.index, this.#count);
    // Both banks may execute the same transaction, with other results: the later one is the bank that goes on.
    if (at >= 0) known!.splice(at, 1);
    else this.#count += 1;
    if (known === undefined) transactions.set(tx.index, [tx]);
    else {
      known.unshift(tx);
      if (at < 0) this.mixedAt ??= this.#count - 1;
    }
    this.#lastTransaction = Math.max(this.#lastTransaction, tx.index);
    this.#noteSurplus();
  }

  /** A part beyond what block meta counts is of another bank, and so may be parts within it. */
  #noteSurplus(): void {
    const { meta, lastEntry } = this;
    if (meta === null) return;
    const { executedTransactionCount, entriesCount } = meta;
    const isEntryBeyond = entriesCount > 0 && lastEntry !== null && lastEntry.index >= entriesCount;
    if (isEntryBeyond || this.#lastTransaction >= executedTransactionCount) this.mixedAt ??= this.#count;
  }

  /** Whether a transaction came before the parts began to differ and not again: it may be the abandoned bank's copy. */
  isOnlyOfFirst(index: number): boolean {
    return this.mixedAt !== null && (this.#cameAt.get(index) ?? 0) < this.mixedAt;
  }

  /** Whether all entries of a bank without differing parts are present, as far as meta shows. Constant time. */
  get hasAllEntries(): boolean {
    const { meta, entries, lastEntry, transactionsInEntries } = this;
    if (meta === null || lastEntry === null || this.mixedAt !== null) return false;
    return (
      entries.size === lastEntry.index + 1 &&
      (meta.entriesCount === 0 || entries.size === meta.entriesCount) &&
      transactionsInEntries === meta.executedTransactionCount &&
      equalBytes(lastEntry.hash, meta.blockhash)
    );
  }

  /** Describes the missing parts, for people. */
  missing(): string {
    const { meta, entries, lastEntry, transactionsInEntries, transactions } = this;
    if (this.mixedAt !== null) return 'parts of two banks, and none of them is complete';
    const missing: string[] = [];
    if (meta === null) missing.push('no block meta');
    const entriesExpected = meta?.entriesCount || (lastEntry === null ? 0 : lastEntry.index + 1);
    if (entries.size !== entriesExpected) missing.push(`entries ${entries.size} of ${entriesExpected}`);
    if (meta !== null) {
      const { executedTransactionCount } = meta;
      if (transactionsInEntries !== executedTransactionCount)
        missing.push(`entries hold ${transactionsInEntries} of ${executedTransactionCount} transactions`);
      if (transactions.size !== executedTransactionCount)
        missing.push(`transactions ${transactions.size} of ${executedTransactionCount}`);
      if (lastEntry !== null && !equalBytes(lastEntry.hash, meta.blockhash))
        missing.push('the last entry is not there');
    }
    return missing.join(', ') || 'its parts do not fit';
  }
}

function isSameEntry(left: GeyserEntry, right: GeyserEntry): boolean {
  return equalBytes(left.hash, right.hash) && left.transactionCount === right.transactionCount;
}

function isSameTransaction(left: Transaction, right: Transaction): boolean {
  return equalBytes(left.signatures[0] ?? EMPTY, right.signatures[0] ?? EMPTY);
}

const EMPTY: Uint8Array = new Uint8Array(0);
