/** Slots nearer than this are detected together: a sandwich may reach over them. */
const MAX_GAP_SLOTS = 100;

export interface SlotRange {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
}

/** Slots, in any order, as the fewest ranges that leave out what lies more than `maxGap` slots from all of them. */
export function detectionRanges(slots: Iterable<number>, maxGap = MAX_GAP_SLOTS): SlotRange[] {
  const ranges: SlotRange[] = [];
  for (const slot of [...slots].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last !== undefined && slot - last.toSlot <= maxGap) last.toSlot = slot;
    else ranges.push({ fromSlot: slot, toSlot: slot });
  }
  return ranges;
}
