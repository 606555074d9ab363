import { assembleBlock } from './assemble-block.js';
import type { Block, BlockSource, Transaction } from './block.js';
import { ChainDataError } from './errors.js';
import type { GeyserBlock, GeyserBlockMeta, GeyserEntry, GeyserUpdate } from './geyser.js';
import { SLOT_DEAD } from './geyser.js';
import { equalBytes } from './reserved-keys.js';

/** The outcome of a slot. */
export type SlotOutcome =
  | { kind: 'block'; block: Block }
  /** No block can be built for the slot; `reason` says why. */
  | { kind: 'incomplete'; slot: number; reason: string };

export interface SlotAssemblerOptions {
  source: BlockSource;
  /**
   * Whether the stream carries transactions. `auto`: once one was seen; until then a slot with complete entries becomes
   * an `entries_only` block.
   */
  expectTransactions: boolean | 'auto';
  /** Whether the stream carries entries: if so, a whole-block message without them is incomplete. Default: false. */
  expectEntries?: boolean;
  /** Maximum number of slots being assembled; beyond it the oldest is settled or given up. */
  maxOpenSlots?: number;
  /** Maximum number of entries and transactions held for open slots; beyond it the oldest slot is given up. */
  maxOpenParts?: number;
  /** A slot is settled or given up once this many others were settled after it was opened. */
  maxLagSlots?: number;
}

interface OpenSlot {
  meta: GeyserBlockMeta | null;
  entries: Map<number, GeyserEntry>;
  lastEntry: GeyserEntry | null;
  /** Sum of the entries' transaction counts. */
  transactionsInEntries: number;
  transactions: Map<number, Transaction>;
  conflict: string | null;
  /** Number of slots settled before this one was opened. */
  openedAt: number;
}

const MAX_SETTLED = 4_096;
const EMPTY: Uint8Array = new Uint8Array(0);

/**
 * Assembles blocks from the messages of a Yellowstone stream in any order: whole blocks, or entries, transactions and
 * block meta one by one, repeated after reconnects, starting in the middle of a slot (chain-facts 9). Push each update;
 * it returns the slots that the update settled.
 */
export class SlotAssembler {
  readonly #options: Required<SlotAssemblerOptions>;
  readonly #open = new Map<number, OpenSlot>();
  /** Recently settled slots with the hash of their block; null if given up. Bounded. */
  readonly #settled = new Map<number, Uint8Array | null>();
  #seenTransactions = false;
  #settledCount = 0;
  #openParts = 0;

  constructor(options: SlotAssemblerOptions) {
    this.#options = {
      expectEntries: false,
      maxOpenSlots: 256,
      maxOpenParts: 2_000_000,
      maxLagSlots: 64,
      ...options,
    };
  }

  /** Number of slots with some messages but not all. */
  get openSlots(): number {
    return this.#open.size;
  }

  push(update: GeyserUpdate): SlotOutcome[] {
    switch (update.kind) {
      case 'block':
        return this.#block(update.block);
      case 'block_meta':
        return this.#part(update.meta.slot, (open) => this.#addMeta(open, update.meta));
      case 'entry':
        return this.#part(update.entry.slot, (open) => addEntry(open, update.entry));
      case 'transaction':
        this.#seenTransactions = true;
        return this.#part(update.slot, (open) => addTransaction(open, update.transaction));
      case 'slot':
        return update.status.status === SLOT_DEAD ? this.#giveUp(update.status.slot, 'the slot is dead') : [];
      default:
        return [];
    }
  }

  /** Ends the stream: returns complete slots as blocks, and reports the others as incomplete. */
  finish(): SlotOutcome[] {
    return [...this.#open.keys()].sort((left, right) => left - right).flatMap((slot) => this.#end(slot));
  }

  /**
   * Call after the stream was interrupted. Drops partial slots and reports them as incomplete. Slots given up so far
   * may be assembled again from what the new stream repeats.
   */
  restart(): SlotOutcome[] {
    const outcomes: SlotOutcome[] = [];
    for (const [slot, open] of this.#open) outcomes.push(...this.#giveUp(slot, missingParts(open)));
    for (const [slot, blockhash] of this.#settled) if (blockhash === null) this.#settled.delete(slot);
    return outcomes;
  }

  #block(block: GeyserBlock): SlotOutcome[] {
    const settled = this.#settled.get(block.slot);
    if (settled != null && equalBytes(settled, block.blockhash)) return [];
    if (block.transactions.length > 0) this.#seenTransactions = true;
    const open = newOpenSlot(this.#settledCount);
    open.meta = block;
    for (const entry of block.entries) addEntry(open, entry);
    for (const tx of block.transactions) addTransaction(open, tx);
    return [this.#settle(block.slot, open)];
  }

  #part(slot: number, add: (open: OpenSlot) => void): SlotOutcome[] {
    if (this.#settled.has(slot)) return [];
    let open = this.#open.get(slot);
    if (open === undefined) {
      open = newOpenSlot(this.#settledCount);
      this.#open.set(slot, open);
    }
    const partsBefore = countParts(open);
    add(open);
    this.#openParts += countParts(open) - partsBefore;

    if (open.conflict !== null) return this.#giveUp(slot, open.conflict);
    const outcomes: SlotOutcome[] = [];
    if (this.#isWhole(open)) outcomes.push(this.#settle(slot, open), ...this.#endLagging());
    while (this.#open.size > this.#options.maxOpenSlots || this.#openParts > this.#options.maxOpenParts)
      outcomes.push(...this.#end(Math.min(...this.#open.keys())));
    return outcomes;
  }

  #addMeta(open: OpenSlot, meta: GeyserBlockMeta): void {
    if (open.meta !== null && !equalBytes(open.meta.blockhash, meta.blockhash))
      open.conflict = `two blocks for slot ${meta.slot}`;
    else open.meta = meta;
  }

  #entriesOnlyAllowed(open: OpenSlot): boolean {
    const { expectTransactions } = this.#options;
    if (open.transactions.size > 0) return false;
    return expectTransactions === false || (expectTransactions === 'auto' && !this.#seenTransactions);
  }

  #isWhole(open: OpenSlot): boolean {
    if (!entriesWhole(open)) return false;
    if (open.transactions.size === open.transactionsInEntries) return true;
    return this.#options.expectTransactions === false && open.transactions.size === 0;
  }

  #settle(slot: number, open: OpenSlot): SlotOutcome {
    try {
      if (open.conflict !== null) throw new ChainDataError('contradiction', open.conflict);
      const block = this.#assemble(open);
      this.#close(slot, block.blockhash);
      return { kind: 'block', block };
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      this.#close(slot, null);
      return { kind: 'incomplete', slot, reason: error.message };
    }
  }

  #assemble(open: OpenSlot): Block {
    const { meta } = open;
    if (meta === null) throw new ChainDataError('incomplete', 'no block meta');
    const hasEntries = open.entries.size > 0;
    if (!hasEntries && this.#options.expectEntries)
      throw new ChainDataError('incomplete', `slot ${meta.slot}: it came without its entries`);
    const isEntriesOnly =
      open.transactions.size === 0 && meta.executedTransactionCount > 0 && this.#entriesOnlyAllowed(open);
    return assembleBlock({
      ...meta,
      source: this.#options.source,
      entries: hasEntries ? inOrder(open.entries, 'entry', meta.slot) : null,
      transactions: isEntriesOnly ? null : inOrder(open.transactions, 'transaction', meta.slot),
      promisedTransactions: meta.executedTransactionCount,
      promisedEntries: meta.entriesCount === 0 || !hasEntries ? null : meta.entriesCount,
    });
  }

  #endLagging(): SlotOutcome[] {
    const outcomes: SlotOutcome[] = [];
    for (const [slot, open] of this.#open)
      if (this.#settledCount - open.openedAt > this.#options.maxLagSlots) outcomes.push(...this.#end(slot));
    return outcomes;
  }

  /**
   * Settles a slot for which nothing more is expected: as a block if it may lack transactions, otherwise gives it up.
   */
  #end(slot: number): SlotOutcome[] {
    const open = this.#open.get(slot);
    if (open === undefined) return [];
    if (entriesWhole(open) && this.#entriesOnlyAllowed(open)) return [this.#settle(slot, open)];
    return this.#giveUp(slot, missingParts(open));
  }

  #giveUp(slot: number, reason: string): SlotOutcome[] {
    if (this.#settled.has(slot)) return [];
    this.#close(slot, null);
    return [{ kind: 'incomplete', slot, reason }];
  }

  #close(slot: number, blockhash: Uint8Array | null): void {
    const open = this.#open.get(slot);
    if (open !== undefined) this.#openParts -= countParts(open);
    this.#open.delete(slot);
    this.#settledCount += 1;
    this.#settled.delete(slot);
    this.#settled.set(slot, blockhash);
    if (this.#settled.size > MAX_SETTLED) this.#settled.delete(this.#settled.keys().next().value!);
  }
}

function newOpenSlot(openedAt: number): OpenSlot {
  return {
    meta: null,
    entries: new Map(),
    lastEntry: null,
    transactionsInEntries: 0,
    transactions: new Map(),
    conflict: null,
    openedAt,
  };
}

function countParts(open: OpenSlot): number {
  return open.entries.size + open.transactions.size;
}

function addEntry(open: OpenSlot, entry: GeyserEntry): void {
  const known = open.entries.get(entry.index);
  if (known !== undefined) {
    if (!equalBytes(known.hash, entry.hash) || known.transactionCount !== entry.transactionCount)
      open.conflict = `slot ${entry.slot}: two different entries ${entry.index}`;
    return;
  }
  open.entries.set(entry.index, entry);
  open.transactionsInEntries += entry.transactionCount;
  if (open.lastEntry === null || entry.index > open.lastEntry.index) open.lastEntry = entry;
}

function addTransaction(open: OpenSlot, tx: Transaction): void {
  const known = open.transactions.get(tx.index);
  if (known === undefined) open.transactions.set(tx.index, tx);
  else if (!equalBytes(known.signatures[0] ?? EMPTY, tx.signatures[0] ?? EMPTY))
    open.conflict = `two different transactions at index ${tx.index}`;
}

/** Whether all entries of the slot are present, as far as meta and hash chain show. Constant time. */
function entriesWhole({ meta, entries, lastEntry, transactionsInEntries }: OpenSlot): boolean {
  if (meta === null || lastEntry === null) return false;
  return (
    entries.size === lastEntry.index + 1 &&
    (meta.entriesCount === 0 || entries.size === meta.entriesCount) &&
    transactionsInEntries === meta.executedTransactionCount &&
    equalBytes(lastEntry.hash, meta.blockhash)
  );
}

function missingParts(open: OpenSlot): string {
  const { meta, entries, lastEntry, transactionsInEntries, transactions } = open;
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

/** Returns the parts as an array; throws if an index is missing. */
function inOrder<T>(parts: ReadonlyMap<number, T>, what: string, slot: number): T[] {
  const ordered: T[] = [];
  for (let index = 0; index < parts.size; index += 1) {
    const part = parts.get(index);
    if (part === undefined)
      throw new ChainDataError('incomplete', `slot ${slot}: ${what} ${index} is missing`);
    ordered.push(part);
  }
  return ordered;
}
