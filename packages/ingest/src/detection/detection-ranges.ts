/** Slots nearer than this are detected together: a bracket may reach over them. */
const MAX_GAP_SLOTS = 100;

export interface SlotRange {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
}

/** Slots, in any order, as the fewest ranges that leave out what lies far from all of them. */
export function detectionRanges(slots: Iterable<number>): SlotRange[] {
  const ranges: SlotRange[] = [];
  for (const slot of [...slots].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last !== undefined && slot - last.toSlot <= MAX_GAP_SLOTS) last.toSlot = slot;
    else ranges.push({ fromSlot: slot, toSlot: slot });
  }
  return ranges;
}
