import { countSlots, mergeRanges } from '@tickscope/chain';
import type { RangeCoverage } from '../range-coverage.js';

type Ranges = RangeCoverage['missing_ranges'];

/**
 * The coverage of several pages of a list as one, which may share a slot with their neighbours. Null where no block of them is
 * stored. @param pages newest first
 */
export function joinedCoverage(pages: readonly (RangeCoverage | null)[]): RangeCoverage | null {
  const known = pages.filter((page) => page !== null);
  const [newest] = known;
  const oldest = known.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const kinds = {
    missing: joined(known.map(({ missing_ranges: ranges }) => ranges)),
    incomplete: joined(known.map(({ incomplete_ranges: ranges }) => ranges)),
    undetected: joined(known.map(({ undetected_ranges: ranges }) => ranges)),
    linksUnknown: joined(known.map(({ links_unknown_ranges: ranges }) => ranges)),
  };
  return {
    ...{ from_slot: oldest.from_slot, to_slot: newest.to_slot },
    ...{ from_time: oldest.from_time, to_time: newest.to_time, is_start_stored: oldest.is_start_stored },
    ...{ missing_slot_count: kinds.missing.count, missing_ranges: kinds.missing.ranges },
    ...{ incomplete_slot_count: kinds.incomplete.count, incomplete_ranges: kinds.incomplete.ranges },
    ...{ undetected_slot_count: kinds.undetected.count, undetected_ranges: kinds.undetected.ranges },
    ...{
      links_unknown_slot_count: kinds.linksUnknown.count,
      links_unknown_ranges: kinds.linksUnknown.ranges,
    },
    ranges_truncated: known.some(({ ranges_truncated: isCut }) => isCut),
  };
}

/** Joins the listed ranges: more than 1,000 of a page are cut, and say so. */
function joined(lists: readonly Ranges[]): { ranges: Ranges; count: number } {
  const ranges = lists.flat().map(({ from_slot: fromSlot, to_slot: toSlot }) => ({ fromSlot, toSlot }));
  const merged = mergeRanges(ranges);
  return {
    ranges: merged.map(({ fromSlot, toSlot }) => ({ from_slot: fromSlot, to_slot: toSlot })),
    count: countSlots(merged),
  };
}
