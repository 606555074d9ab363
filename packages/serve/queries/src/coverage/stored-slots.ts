import { firstIndex, rangesOfSlots, type SlotRange } from '@tickscope/chain';
import { type Bucket, SLOTS_A_BUCKET } from './buckets.js';

/**
 * Which slots of a range have a stored block, as far as its whole buckets say so. Rows of a slot without one are of a block
 * that is being written, or whose writer died: they do not count.
 */
export class StoredSlots {
  readonly #buckets: ReadonlyMap<number, Bucket>;

  /** @param buckets those in which nothing is missing or incomplete */
  constructor(buckets: readonly Bucket[]) {
    this.#buckets = new Map(buckets.map((bucket) => [bucket.id, bucket]));
  }

  /** Whether a slot of the range has a stored block. Null: not known, `slots` has to be asked. */
  has(slot: number): boolean | null {
    const id = Math.floor(slot / SLOTS_A_BUCKET);
    const bucket = this.#buckets.get(id);
    if (bucket === undefined) return null;
    // The first block of a whole bucket is the child of the last one before it.
    if (slot < bucket.firstSlot) return false;
    if (slot <= bucket.lastSlot) return !isSkipped(bucket, slot % SLOTS_A_BUCKET);
    return this.#buckets.has(id + 1) ? false : null;
  }

  /** The longest range in which `has` knows every slot. Without one: an empty range, 1 to 0. */
  longestKnown(): SlotRange {
    let longest: SlotRange = { fromSlot: 1, toSlot: 0 };
    for (const { fromSlot: first, toSlot: last } of rangesOfSlots(this.#buckets.keys())) {
      const range = {
        fromSlot: this.#buckets.get(first)!.firstSlot,
        toSlot: this.#buckets.get(last)!.lastSlot,
      };
      if (range.toSlot - range.fromSlot > longest.toSlot - longest.fromSlot) longest = range;
    }
    return longest;
  }
}

/** Whether a slot of the bucket lies between a block and its parent. */
function isSkipped({ skipped }: Bucket, offset: number): boolean {
  // The first block at or after the slot: only before it may the slot be skipped.
  const first = firstIndex(skipped.length / 2, (at) => skipped[2 * at]! < offset);
  const block = skipped[2 * first];
  return block !== undefined && offset < block && offset >= block - skipped[2 * first + 1]!;
}
