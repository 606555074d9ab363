import type { Block, SlotRange } from '@tickscope/chain';

/**
 * Blocks arrive slightly out of order: a parent counts as missing once this many later blocks have arrived without it.
 */
const PATIENCE_BLOCKS = 16;
const MAX_REMEMBERED = 8_192;

/**
 * Finds missing ranges in a chain of blocks that arrive roughly in order, by looking for parents that never arrive.
 * Skipped slots are not reported: a slot counts as missing only if a block names it as parent, or if it precedes a
 * block whose own parent is unknown. Each range is reported once.
 */
export class MissingRangeFinder {
  /** Slots whose blocks arrived or are accounted for, in order of arrival. Bounded. */
  readonly #seen = new Set<number>();
  /** Missing parents, each with the block count at which it was first named. */
  readonly #wanted = new Map<number, number>();
  #count = 0;
  #first: number | null = null;

  /** @param resumeAfter the last slot stored before this stream began; null if nothing is stored */
  constructor(resumeAfter: number | null) {
    if (resumeAfter !== null) {
      this.#seen.add(resumeAfter);
      this.#first = resumeAfter;
    }
  }

  /**
   * Accounts for a slot whose block came incomplete and whose gap is already recorded. Its parent is unknown, so the
   * slot immediately before it is treated as its parent.
   */
  account(slot: number): void {
    if (this.#seen.has(slot)) return;
    this.#seen.add(slot);
    this.#wanted.delete(slot);
    this.#first ??= slot;
    this.#want(slot - 1);
  }

  add({ slot, parentSlot }: Pick<Block, 'slot' | 'parentSlot'>): SlotRange[] {
    this.#count += 1;
    this.#seen.add(slot);
    this.#wanted.delete(slot);
    if (this.#seen.size > MAX_REMEMBERED) this.#seen.delete(this.#seen.keys().next().value!);
    // Slots before the first block of a fresh stream are not expected.
    this.#first ??= slot;
    if (parentSlot !== null) this.#want(parentSlot);
    return this.#due(PATIENCE_BLOCKS);
  }

  /** Returns everything that is missing at the end of a stream, without waiting for late blocks. */
  finish(): SlotRange[] {
    return this.#due(-1);
  }

  #want(slot: number): void {
    if (this.#first === null || slot < this.#first || this.#seen.has(slot) || this.#wanted.has(slot)) return;
    this.#wanted.set(slot, this.#count);
  }

  #due(patience: number): SlotRange[] {
    const due: SlotRange[] = [];
    for (const [parent, since] of this.#wanted) {
      if (this.#count - since <= patience) continue;
      this.#wanted.delete(parent);
      let before = parent - 1;
      // Nothing is known of the slots between the last block seen below and the missing parent, so all of them are
      // missing.
      const floor = Math.max(this.#first ?? 0, parent - MAX_REMEMBERED);
      while (before >= floor && !this.#seen.has(before)) before -= 1;
      due.push({ fromSlot: before + 1, toSlot: parent });
    }
    return due;
  }
}
