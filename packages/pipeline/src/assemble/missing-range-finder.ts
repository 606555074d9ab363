import type { Block, SlotRange } from '@tickscope/chain';

/** Blocks arrive a little out of order: a parent counts as missing when this many later blocks came without it. */
const PATIENCE_BLOCKS = 16;
const MAX_REMEMBERED = 8_192;

/**
 * Finds missing ranges in a chain of blocks that arrive roughly in order: parents that never came. Skipped slots are not
 * missing: only a named parent is, or the slot before one whose own parent is unknown. Each range is reported once.
 */
export class MissingRangeFinder {
  /** Slots whose blocks came, or that are accounted for, in order of arrival. Bounded. */
  readonly #seen = new Set<number>();
  /** Missing parents, with the count of blocks at which each was first asked for. */
  readonly #wanted = new Map<number, number>();
  #count = 0;
  #first: number | null = null;

  /** `resumeAfter`: the last slot stored before this stream began; null when nothing is. */
  constructor(resumeAfter: number | null) {
    if (resumeAfter !== null) {
      this.#seen.add(resumeAfter);
      this.#first = resumeAfter;
    }
  }

  /**
   * A slot whose block did not come whole, and whose gap is recorded already. Its parent is unknown, so the slot right
   * before it counts as named.
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

  /** Everything that is missing now, without the patience for blocks that come late: for the end of a stream. */
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
      // Nothing is known between the last block seen below and the missing parent: all of it is missing.
      const floor = Math.max(this.#first ?? 0, parent - MAX_REMEMBERED);
      while (before >= floor && !this.#seen.has(before)) before -= 1;
      due.push({ fromSlot: before + 1, toSlot: parent });
    }
    return due;
  }
}
