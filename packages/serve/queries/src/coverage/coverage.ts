import type { SlotRange } from '@tickscope/chain';
/** A stored block, complete or not. */
export interface StoredBlock {
  slot: number;
  parentSlot: number | null;
  content: 'full' | 'no_entries' | 'entries_only';
  /** Older than the retention of account locks: rows may be gone. */
  isExpired: boolean;
  /** Detection has run over this version, and what it found is stored. */
  isDetected: boolean;
  /** All token links of the block are stored. */
  areLinksKnown: boolean;
}

/** Stored content of a range of slots. */
export interface RangeContents {
  /** Slots whose transactions are all stored, or were until they expired. */
  readable: Set<number>;
  /** Slots that are neither stored whole nor known to be skipped, in order. */
  notStored: number[];
  /** Those of `notStored` with entries only, or with two contradicting blocks. */
  partial: Set<number>;
  /** Those of `readable` that may have lost rows to retention, in order. */
  expired: number[];
  /** Those of `readable` over which detection has not run, in order. */
  undetected: number[];
  /** Those of `readable` whose token links are not all stored, in order. */
  linksUnknown: number[];
}

/**
 * Classifies the slots of a range. A slot between a stored block and its parent is known to be skipped: it has
 * no block, so nothing is missing.
 *
 * @param blocks of the range and some slots beyond it: the parent of the next block after the range shows which
 * slots at its end were skipped
 */
export function rangeContents(from: number, to: number, blocks: readonly StoredBlock[]): RangeContents {
  const bySlot = new Map<number, StoredBlock>();
  const contradicted = new Set<number>();
  const skipped = new Set<number>();
  for (const block of blocks) {
    if (bySlot.has(block.slot)) contradicted.add(block.slot);
    else bySlot.set(block.slot, block);
    if (block.parentSlot === null) continue;
    const lastSkipped = Math.min(block.slot - 1, to);
    for (let slot = Math.max(block.parentSlot + 1, from); slot <= lastSkipped; slot += 1) skipped.add(slot);
  }

  const contents: RangeContents = {
    readable: new Set(),
    notStored: [],
    partial: new Set(),
    expired: [],
    undetected: [],
    linksUnknown: [],
  };
  for (let slot = from; slot <= to; slot += 1) {
    const block = bySlot.get(slot);
    if (block === undefined) {
      if (!skipped.has(slot)) contents.notStored.push(slot);
    } else if (contradicted.has(slot) || block.content === 'entries_only') {
      contents.notStored.push(slot);
      contents.partial.add(slot);
    } else {
      contents.readable.add(slot);
      if (block.isExpired) contents.expired.push(slot);
      if (!block.isDetected) contents.undetected.push(slot);
      if (!block.areLinksKnown) contents.linksUnknown.push(slot);
    }
  }
  return contents;
}

/**
 * Whether all trades of the range are stored and detection has run over them. Expired rows do not matter:
 * detection ran before they expired.
 */
export function isDetectionComplete({ notStored, undetected }: RangeContents): boolean {
  return notStored.length === 0 && undetected.length === 0;
}

export interface Coverage {
  missing_slots: number[];
  incomplete_slots: number[];
  undetected_slots: number[];
  links_unknown_slots: number[];
}

/** @param gaps ranges with blocks that are known to be incomplete */
export function coverageOf(
  { notStored, partial, expired, undetected, linksUnknown }: RangeContents,
  gaps: readonly SlotRange[],
): Coverage {
  const isIncomplete = (slot: number) =>
    partial.has(slot) || gaps.some(({ fromSlot, toSlot }) => fromSlot <= slot && slot <= toSlot);
  return {
    missing_slots: notStored.filter((slot) => !isIncomplete(slot)),
    incomplete_slots: [...notStored.filter(isIncomplete), ...expired].sort((a, b) => a - b),
    undetected_slots: [...undetected],
    links_unknown_slots: [...linksUnknown],
  };
}
