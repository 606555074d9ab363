import type { BlockHeader, ChainEvent, StoredBlock, StoredTransaction } from '../chain/chain.js';
import { entryFacts, recordedBlock } from './parse-update.js';

/** The recorded messages of one slot so far. */
export class RecordedSlot {
  readonly slot: number;
  readonly events: ChainEvent[] = [];
  hasBlock = false;
  /** Its block meta was derived from its block, so a recorded one that follows is redundant. */
  isMetaDerived = false;
  #header: BlockHeader | null = null;
  #promisedTransactions = 0;
  readonly #entries = new Map<number, Uint8Array>();
  readonly #transactions = new Map<number, StoredTransaction>();

  constructor(slot: number) {
    this.slot = slot;
  }

  add(event: ChainEvent): void {
    this.events.push(event);
    if (event.type === 'entry') {
      const { index, transactionCount } = entryFacts(event.body);
      if (!this.#entries.has(index)) this.#promisedTransactions += transactionCount;
      this.#entries.set(index, event.body);
    } else if (event.type === 'transaction')
      this.#transactions.set(event.transaction.index, event.transaction);
    else if (event.type === 'blockMeta') this.#header = event.block;
    else if (event.type === 'block') {
      this.hasBlock = true;
      this.#header = event.block;
    }
  }

  get hasMeta(): boolean {
    return this.#header !== null;
  }

  get entryCount(): number {
    return this.#entries.size;
  }

  get transactionCount(): number {
    return this.#transactions.size;
  }

  /** Whether it has as many messages as its meta promises, with entry counts that sum to the transactions. */
  get isWhole(): boolean {
    const header = this.#header;
    return (
      header !== null &&
      this.#transactions.size === header.executedTransactionCount &&
      this.#promisedTransactions === header.executedTransactionCount &&
      this.#entries.size > 0 &&
      (header.entriesCount === 0 || this.#entries.size === header.entriesCount)
    );
  }

  /** Assembles the block from the single messages present so far; null before the block meta. */
  assemble(): StoredBlock | null {
    if (this.#header === null) return null;
    const entries = [...this.#entries.values()];
    const transactions = [...this.#transactions.values()];
    const byteLength = transactions.reduce((sum, { info }) => sum + info.length, 0) + 100 * entries.length;
    return recordedBlock(this.#header, transactions, entries, byteLength);
  }
}
