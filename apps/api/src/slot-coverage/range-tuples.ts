import type { SlotRange } from '@tickscope/chain';
import { tuples } from '@tickscope/store';

type TuplesParameter = ReturnType<typeof tuples>;

/** Slot ranges as a query parameter of type `Array(Tuple(UInt64, UInt64))`. */
export function rangeTuples(ranges: readonly SlotRange[]): TuplesParameter {
  return tuples(ranges.map(({ fromSlot, toSlot }) => [fromSlot, toSlot]));
}

/** The slots up to `window` away from a slot. */
export function rangeAround(slot: number, window: number): SlotRange {
  return { fromSlot: Math.max(0, slot - window), toSlot: slot + window };
}
