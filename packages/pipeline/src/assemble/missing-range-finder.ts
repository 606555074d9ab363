import type { Block, SlotRange } from '@tickscope/chain';

/** Blocks arrive a little out of order: a parent counts as missing when this many later blocks came without it. */
const PATIENCE_BLOCKS = 16;
const MAX_REMEMBERED = 8_192;

/**
 * Finds the holes in a chain of blocks that arrive roughly in order: a block whose parent never came. Skipped slots
 * are no holes: only a named parent is, or what lies before a slot that cannot name its own. Each hole is told once.
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
   * A slot that is accounted for although no block of it came: its gap is recorded already. Nothing tells what it was
   * built on, so the slots right before it are missed as if it had named them.
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
    // What came before the first block of a fresh stream was never promised.
    this.#first ??= slot;
    if (parentSlot !== null) this.#want(parentSlot);
    return this.#due(PATIENCE_BLOCKS);
  }

  /** All that is missing now; at the end of a stream nobody waits any longer. */
  finish(): SlotRange[] {
    return this.#due(-1);
  }

  #want(slot: number): void {
    if (this.#first === null || slot < this.#first || this.#seen.has(slot) || this.#wanted.has(slot)) return;
    this.#wanted.set(slot, this.#count);
  }

  #due(patience: number): SlotRange[] {
    const holes: SlotRange[] = [];
    for (const [parent, since] of this.#wanted) {
      if (this.#count - since <= patience) continue;
      this.#wanted.delete(parent);
      let before = parent - 1;
      // Between the last block seen below and the missing parent nothing is known: all of it is the hole.
      const floor = Math.max(this.#first ?? 0, parent - MAX_REMEMBERED);
      while (before >= floor && !this.#seen.has(before)) before -= 1;
      holes.push({ fromSlot: before + 1, toSlot: parent });
    }
    return holes;
  }
}
