import {
  type BlockTruth,
  type GeneratorOptions,
  generateUpdates,
  type SlotTruth,
  type TransactionTruth,
} from '@tickscope/simulator';

/** A transaction of the known chain. */
export interface KnownTransaction extends TransactionTruth {
  slot: number;
}

/** The contents of a generated chain, by the generator's own account, which shares no code with its readers. */
export class KnownChain {
  readonly firstSlot: number;
  readonly lastSlot: number;
  readonly #slots = new Map<number, SlotTruth>();

  constructor(options: Partial<GeneratorOptions>, slots: number) {
    for (const { truth } of generateUpdates(options, slots)) {
      const slot = truth();
      this.#slots.set(slot.slot, slot);
    }
    const known = [...this.#slots.keys()];
    this.firstSlot = known[0]!;
    this.lastSlot = known.at(-1)!;
  }

  /** Null: the slot was skipped, or is not of the chain. */
  block(slot: number): BlockTruth | null {
    const truth = this.#slots.get(slot);
    return truth?.status === 'block' ? truth : null;
  }

  transactions(slot: number): KnownTransaction[] {
    return (this.block(slot)?.transactions ?? []).map((tx) => ({ ...tx, slot }));
  }

  /** Those that lock an account, in the chain's order. Both slots are included. */
  lockers(account: string, fromSlot: number, toSlot: number): KnownTransaction[] {
    const found: KnownTransaction[] = [];
    for (let slot = fromSlot; slot <= toSlot; slot += 1)
      for (const tx of this.transactions(slot))
        if (tx.written.includes(account) || tx.read.includes(account)) found.push(tx);
    return found;
  }
}
