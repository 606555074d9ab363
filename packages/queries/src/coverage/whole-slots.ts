import { mergeRanges, type SlotRange, subtractRanges } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';

type StorageCoverage = components['schemas']['StorageCoverage'];
type ListedCoverage = Pick<
  StorageCoverage,
  'from_slot' | 'to_slot' | 'missing_ranges' | 'incomplete_ranges' | 'ranges_truncated'
>;

/**
 * The slots of a range that may not be stored whole, merged and in order. All others are stored whole, or have no block:
 * `slots` need not be asked about them again.
 */
export function doubtfulRanges(coverage: ListedCoverage): SlotRange[] {
  const { from_slot: fromSlot, to_slot: toSlot } = coverage;
  if (coverage.ranges_truncated) return [{ fromSlot, toSlot }];
  return mergeRanges([...coverage.missing_ranges, ...coverage.incomplete_ranges].map(toSlotRange));
}

/** The longest part of a range without such slots; an empty range (1 to 0) where there is none. */
export function longestWhole(coverage: ListedCoverage): SlotRange {
  const range = { fromSlot: coverage.from_slot, toSlot: coverage.to_slot };
  let longest: SlotRange = { fromSlot: 1, toSlot: 0 };
  for (const part of subtractRanges([range], doubtfulRanges(coverage)))
    if (part.toSlot - part.fromSlot > longest.toSlot - longest.fromSlot) longest = part;
  return longest;
}

/** Whether any of some ranges, merged and in order, has a slot from `from` to `to`. */
export function overlaps(ranges: readonly SlotRange[], from: number, to: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.toSlot < from) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low]!.fromSlot <= to;
}

export function toSlotRange({ from_slot, to_slot }: components['schemas']['SlotRange']): SlotRange {
  return { fromSlot: from_slot, toSlot: to_slot };
}
