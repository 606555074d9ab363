import { expect, it } from 'vitest';
import { doubtfulRanges, longestWhole, overlaps } from './whole-slots.js';

const coverage = (missing: [number, number][], incomplete: [number, number][], truncated = false) => {
  const ranges = (all: [number, number][]) => all.map(([from_slot, to_slot]) => ({ from_slot, to_slot }));
  return {
    from_slot: 100,
    to_slot: 199,
    missing_ranges: ranges(missing),
    incomplete_ranges: ranges(incomplete),
    ranges_truncated: truncated,
  };
};

it('leaves in doubt what is missing or incomplete, and all of the range where not every range is listed', () => {
  const some = coverage([[120, 129]], [[130, 131]]);
  expect(doubtfulRanges(some)).toEqual([{ fromSlot: 120, toSlot: 131 }]);
  expect(longestWhole(some)).toEqual({ fromSlot: 132, toSlot: 199 });
  expect(longestWhole(coverage([], []))).toEqual({ fromSlot: 100, toSlot: 199 });
  const cut = coverage([[120, 129]], [], true);
  expect(doubtfulRanges(cut)).toEqual([{ fromSlot: 100, toSlot: 199 }]);
  expect(longestWhole(cut)).toEqual({ fromSlot: 1, toSlot: 0 });
  expect(longestWhole(coverage([[100, 199]], []))).toEqual({ fromSlot: 1, toSlot: 0 });
});

it('finds whether a slot is in one of many ranges, as looking at each does', () => {
  const ranges = Array.from({ length: 50 }, (_, at) => ({ fromSlot: at * 7, toSlot: at * 7 + (at % 4) }));
  for (let slot = 0; slot < 360; slot += 1)
    for (const to of [slot, slot + 2])
      expect(overlaps(ranges, slot, to)).toBe(ranges.some((one) => one.fromSlot <= to && one.toSlot >= slot));
});
