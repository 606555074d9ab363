import type { BlockHeader, Commitment, SlotRecord, StoredBlock } from './chain.js';

const RANK: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 2 };

/** The last slots of a chain: at most `capacity` blocks, the skipped slots between them, their commitments. */
export class SlotRing {
  readonly #capacity: number;
  readonly #blocks = new Map<number, StoredBlock>();
  readonly #commitments = new Map<number, Commitment>();
  readonly #skipped = new Set<number>();
  readonly #heads = new Map<Commitment, StoredBlock>();
  readonly #byBlockhash = new Map<string, StoredBlock>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The block is processed from now on, if it was not yet. Slots must come in ascending order. */
  add(block: StoredBlock): void {
    this.#blocks.set(block.slot, block);
    this.#byBlockhash.set(block.blockhash, block);
    if (!this.#commitments.has(block.slot)) this.reach(block.slot, 'processed');
    while (this.#blocks.size > this.#capacity) this.#dropOldest();
  }

  skip(slot: number): void {
    this.#skipped.add(slot);
  }

  reach(slot: number, commitment: Commitment): void {
    const block = this.#blocks.get(slot);
    if (block === undefined) return;
    this.#commitments.set(slot, commitment);
    const head = this.#heads.get(commitment);
    if (head === undefined || head.slot < slot) this.#heads.set(commitment, block);
  }

  head(commitment: Commitment): StoredBlock | null {
    return this.#heads.get(commitment) ?? null;
  }

  firstSlot(): number | null {
    return this.#blocks.keys().next().value ?? null;
  }

  blockAt(slot: number): StoredBlock | null {
    return this.#blocks.get(slot) ?? null;
  }

  slotAt(slot: number): SlotRecord | null {
    if (this.#skipped.has(slot)) return { slot, state: 'skipped', commitment: 'processed' };
    const commitment = this.#commitments.get(slot);
    return commitment === undefined ? null : { slot, state: 'block', commitment };
  }

  /** Kept blocks from `first` to `last`, in slot order. */
  between(first: number, last: number): StoredBlock[] {
    const blocks: StoredBlock[] = [];
    for (const block of this.#blocks.values())
      if (block.slot >= first && block.slot <= last) blocks.push(block);
    return blocks;
  }

  hasReached(slot: number, commitment: Commitment): boolean {
    const reached = this.#commitments.get(slot);
    return reached !== undefined && RANK[reached] >= RANK[commitment];
  }

  findBlockhash(blockhash: string, commitment: Commitment): StoredBlock | null {
    const block = this.#byBlockhash.get(blockhash);
    return block !== undefined && this.hasReached(block.slot, commitment) ? block : null;
  }

  #dropOldest(): void {
    const oldest: BlockHeader | undefined = this.#blocks.values().next().value;
    if (oldest === undefined) return;
    this.#blocks.delete(oldest.slot);
    this.#commitments.delete(oldest.slot);
    this.#byBlockhash.delete(oldest.blockhash);
    for (const slot of this.#skipped) if (slot < oldest.slot) this.#skipped.delete(slot);
  }
}
