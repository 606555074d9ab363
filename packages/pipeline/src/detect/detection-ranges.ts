import { rangesOfSlots, type SlotRange } from '@tickscope/chain';

/** Slots nearer than this are detected together: a sandwich may reach over them. */
const MAX_STEP = 100;

/** Slots, in any order, as the ranges that detection runs over. */
export function detectionRanges(slots: Iterable<number>): SlotRange[] {
  return rangesOfSlots(slots, MAX_STEP);
}
