/** A range of slots, both ends included. */
export interface SlotRange {
  fromSlot: number;
  toSlot: number;
}

/** Merges ranges into the fewest ranges with the same slots, in order. */
export function mergeRanges(ranges: readonly SlotRange[]): SlotRange[] {
  const merged: SlotRange[] = [];
  for (const { fromSlot, toSlot } of [...ranges].sort((left, right) => left.fromSlot - right.fromSlot)) {
    const last = merged.at(-1);
    if (last !== undefined && fromSlot <= last.toSlot + 1) last.toSlot = Math.max(last.toSlot, toSlot);
    else merged.push({ fromSlot, toSlot });
  }
  return merged;
}

/** Returns the slots of `ranges` that are in none of `others`, as the fewest ranges, in order. */
export function subtractRanges(ranges: readonly SlotRange[], others: readonly SlotRange[]): SlotRange[] {
  const left: SlotRange[] = [];
  const out = mergeRanges(others);
  let at = 0;
  for (const { fromSlot, toSlot } of mergeRanges(ranges)) {
    let next = fromSlot;
    while (at < out.length && out[at]!.toSlot < fromSlot) at += 1;
    for (let other = at; other < out.length && out[other]!.fromSlot <= toSlot; other += 1) {
      const taken = out[other]!;
      if (taken.fromSlot > next) left.push({ fromSlot: next, toSlot: taken.fromSlot - 1 });
      next = Math.max(next, taken.toSlot + 1);
    }
    if (next <= toSlot) left.push({ fromSlot: next, toSlot });
  }
  return left;
}

/** Counts the slots of ranges. Slots in overlapping ranges count more than once. */
export function countSlots(ranges: readonly SlotRange[]): number {
  return ranges.reduce((sum, { fromSlot, toSlot }) => sum + toSlot + 1 - fromSlot, 0);
}

/**
 * Groups slots, in any order, into the fewest ranges whose slots are at most `maxStep` apart. A step of 1 gives exactly
 * these slots; a larger step also joins ranges that are close together.
 */
export function rangesOfSlots(slots: Iterable<number>, maxStep = 1): SlotRange[] {
  const ranges: SlotRange[] = [];
  for (const slot of [...slots].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last !== undefined && slot - last.toSlot <= maxStep) last.toSlot = slot;
    else ranges.push({ fromSlot: slot, toSlot: slot });
  }
  return ranges;
}

/** The slots up to `distance` away from a slot. */
export function rangeAround(slot: number, distance: number): SlotRange {
  return { fromSlot: Math.max(0, slot - distance), toSlot: slot + distance };
}
