import { assembleBlock } from './assemble-block.js';
import type { BankParts } from './bank-parts.js';
import { BankWalk } from './bank-walk.js';
import type { Block, BlockSource } from './block.js';
import { ChainDataError } from './errors.js';
import { type GeyserBlock, type GeyserSlot, type GeyserUpdate, SLOT_DEAD } from './geyser.js';
import { countParts, inOrder, missingParts, newOpenBank, type OpenBank, type OpenSlot } from './open-slot.js';
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
  /** The server is known to send no entries: a slot is whole without them. Default: false. */
  neverEntries?: boolean;
  /** Maximum number of slots being assembled; beyond it the oldest is settled or given up. */
  maxOpenSlots?: number;
  /** Maximum number of entries and transactions held for open slots; beyond it the oldest slot is given up. */
  maxOpenParts?: number;
  /** A slot is settled or given up once this many others were settled after it was opened. */
  maxLagSlots?: number;
}

const MAX_SETTLED = 4_096;
/** How many slots a block of mixed banks waits for later copies of transactions that came before the banks differed. */
const LATE_COPY_SLOTS = 2;

/**
 * Assembles blocks from the messages of a Yellowstone stream in any order: whole blocks, or entries, transactions and
 * block meta one by one, repeated after reconnects, starting in the middle of a slot (chain fact 9). Push each update;
 * it returns the slots that the update settled.
 *
 * A leader may abandon a bank and build another one for the same slot. Their messages are kept apart by bank where the
 * server numbers its banks, otherwise by the hash chain (`BankWalk`); the bank with block meta is the slot's block. That
 * there are two is then seen by parts that differ: each kind of message must come bank after bank, as servers send it.
 *
 * @example
 * ```ts
 * import { SlotAssembler } from '@tickscope/chain';
 *
 * const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true });
 * assembler.push({ kind: 'slot', status: { slot: 100, bankId: null, parentSlot: 99, status: 0 } }); // => []
 * const hash = new Uint8Array(32);
 * const entry = { slot: 101, bankId: null, index: 0, numHashes: 10, hash, transactionCount: 0 };
 * assembler.push({ kind: 'entry', entry }); // => []
 * // The stream ended before the rest came: nothing of the slot may be stored.
 * assembler.finish().map(({ kind, slot }) => [kind, slot]); // => [['incomplete', 101]]
 * ```
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
      neverEntries: false,
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
        return this.#part(update.meta, ({ parts }) => parts.addMeta(update.meta));
      case 'entry':
        return this.#part(update.entry, ({ parts }) => parts.addEntry(update.entry));
      case 'transaction':
        this.#seenTransactions = true;
        return this.#part(update, ({ parts }) => parts.addTransaction(update.transaction));
      case 'slot':
        return update.status.status === SLOT_DEAD ? this.#dead(update.status) : [];
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
    const bank = newOpenBank();
    bank.parts.meta = block;
    for (const entry of block.entries) bank.parts.addEntry(entry);
    for (const tx of block.transactions) bank.parts.addTransaction(tx);
    // A server that collects a block's parts by slot sends those of an abandoned bank with it.
    this.#isWhole(bank);
    return [this.#settle(block.slot, bank), ...this.#endLagging()];
  }

  #part(
    { slot, bankId }: { slot: number; bankId: number | null },
    add: (bank: OpenBank) => void,
  ): SlotOutcome[] {
    if (this.#settled.has(slot)) return [];
    const open = this.#openSlot(slot);
    let bank = open.banks.get(bankId);
    if (bank === undefined) {
      bank = newOpenBank();
      open.banks.set(bankId, bank);
    }
    const partsBefore = bank.parts.size;
    add(bank);
    this.#openParts += bank.parts.size - partsBefore;

    if (bank.parts.conflict !== null) return this.#giveUp(slot, bank.parts.conflict);
    const outcomes: SlotOutcome[] = [];
    if (this.#isWhole(bank) && !this.#mayBeOutdated(bank))
      outcomes.push(this.#settle(slot, bank), ...this.#endLagging());
    return [...outcomes, ...this.#endOverflow()];
  }

  /** The slot's other bank, before or after this status, may still become its block. */
  #dead({ slot, bankId }: GeyserSlot): SlotOutcome[] {
    if (this.#settled.has(slot)) return [];
    const open = this.#openSlot(slot);
    open.isDead = true;
    const bank = bankId === null ? undefined : open.banks.get(bankId);
    if (bank !== undefined) {
      this.#openParts -= bank.parts.size;
      open.banks.delete(bankId);
    }
    return this.#endOverflow();
  }

  #openSlot(slot: number): OpenSlot {
    let open = this.#open.get(slot);
    if (open === undefined) {
      open = { banks: new Map(), isDead: false, openedAt: this.#settledCount };
      this.#open.set(slot, open);
    }
    return open;
  }

  #entriesOnlyAllowed({ transactions }: BankParts): boolean {
    const { expectTransactions } = this.#options;
    if (transactions.size > 0) return false;
    return expectTransactions === false || (expectTransactions === 'auto' && !this.#seenTransactions);
  }

  #isWhole(bank: OpenBank): boolean {
    const { parts } = bank;
    if (parts.mixedAt !== null) {
      bank.walk ??= new BankWalk(parts);
      if (bank.foundAt === null && bank.walk.advance()) bank.foundAt = this.#settledCount;
      return bank.foundAt !== null;
    }
    const { meta, transactions } = parts;
    if (this.#options.neverEntries && transactions.size === meta?.executedTransactionCount) return true;
    if (!parts.hasAllEntries) return false;
    if (parts.transactions.size === parts.transactionsInEntries) return true;
    return this.#options.expectTransactions === false && parts.transactions.size === 0;
  }

  /** Whether later copies of some transactions, with the results in this bank, may still come. */
  #mayBeOutdated({ parts, walk, foundAt }: OpenBank): boolean {
    if (walk === null || foundAt === null || this.#settledCount - foundAt >= LATE_COPY_SLOTS) return false;
    return walk.transactions.some(({ index }) => parts.isOnlyOfFirst(index));
  }

  #settle(slot: number, bank: OpenBank): SlotOutcome {
    try {
      const block = this.#assemble(bank);
      this.#close(slot, block.blockhash);
      return { kind: 'block', block };
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      this.#close(slot, null);
      return { kind: 'incomplete', slot, reason: error.message };
    }
  }

  #assemble({ parts, walk, foundAt }: OpenBank): Block {
    const { meta } = parts;
    if (meta === null) throw new ChainDataError('incomplete', 'no block meta');
    const { slot } = meta;
    if (parts.mixedAt !== null && (walk === null || foundAt === null))
      throw new ChainDataError('incomplete', `slot ${slot}: ${parts.missing()}`);
    const hasEntries = parts.entries.size > 0;
    if (!hasEntries && this.#options.expectEntries)
      throw new ChainDataError('incomplete', `slot ${slot}: it came without its entries`);
    const isEntriesOnly =
      parts.transactions.size === 0 && meta.executedTransactionCount > 0 && this.#entriesOnlyAllowed(parts);
    const entries = walk?.entries ?? (hasEntries ? inOrder(parts.entries, 'entry', slot) : null);
    const transactions =
      walk?.transactions ?? (isEntriesOnly ? null : inOrder(parts.transactions, 'transaction', slot));
    return assembleBlock({
      ...meta,
      ...{ entries, transactions },
      source: this.#options.source,
      promisedTransactions: meta.executedTransactionCount,
      promisedEntries: meta.entriesCount === 0 || !hasEntries ? null : meta.entriesCount,
    });
  }

  #endLagging(): SlotOutcome[] {
    const outcomes: SlotOutcome[] = [];
    for (const [slot, { openedAt, banks }] of this.#open) {
      const isFound = [...banks.values()].some((bank) => bank.foundAt !== null && !this.#mayBeOutdated(bank));
      if (isFound || this.#settledCount - openedAt > this.#options.maxLagSlots)
        outcomes.push(...this.#end(slot));
    }
    return outcomes;
  }

  #endOverflow(): SlotOutcome[] {
    const outcomes: SlotOutcome[] = [];
    while (this.#open.size > this.#options.maxOpenSlots || this.#openParts > this.#options.maxOpenParts)
      outcomes.push(...this.#end(Math.min(...this.#open.keys())));
    return outcomes;
  }

  /**
   * Settles a slot for which nothing more is expected: as a block if one of its banks is whole or may lack
   * transactions, otherwise gives it up.
   */
  #end(slot: number): SlotOutcome[] {
    const open = this.#open.get(slot);
    if (open === undefined) return [];
    for (const bank of open.banks.values()) {
      const { parts, foundAt } = bank;
      if (foundAt !== null || (parts.hasAllEntries && this.#entriesOnlyAllowed(parts)))
        return [this.#settle(slot, bank)];
    }
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
