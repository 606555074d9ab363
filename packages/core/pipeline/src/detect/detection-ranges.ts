import { rangesOfSlots, type SlotRange } from '@tickscope/chain';

/** Slots closer together than this are detected together, because a sandwich may span them. */
const MAX_STEP = 100;

/** Groups slots, in any order, into the ranges that detection runs over. */
export function detectionRanges(slots: Iterable<number>): SlotRange[] {
  return rangesOfSlots(slots, MAX_STEP);
}
