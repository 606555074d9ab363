import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSlots, mergeRanges, rangesOfSlots, type SlotRange, subtractRanges } from './slot-range.js';

const ranges = fc.array(
  fc.tuple(fc.nat(60), fc.nat(8)).map(([from, more]): SlotRange => ({ fromSlot: from, toSlot: from + more })),
  { maxLength: 12 },
);

const slotsOf = (list: readonly SlotRange[]): Set<number> =>
  new Set(
    list.flatMap(({ fromSlot, toSlot }) =>
      Array.from({ length: toSlot + 1 - fromSlot }, (_, at) => fromSlot + at),
    ),
  );

/** In order, with at least a slot between any two. */
function areFewest(list: readonly SlotRange[]): boolean {
  return list.every(
    ({ fromSlot, toSlot }, at) => fromSlot <= toSlot && (at === 0 || fromSlot > list[at - 1]!.toSlot + 1),
  );
}

test('merged ranges hold the same slots and are as few as can be', () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const merged = mergeRanges(list);
      expect(slotsOf(merged)).toEqual(slotsOf([...list].sort((a, b) => a.fromSlot - b.fromSlot)));
      expect(areFewest(merged)).toBe(true);
      expect(countSlots(merged)).toBe(slotsOf(list).size);
    }),
  );
});

test('subtraction leaves the slots of the first ranges that are in none of the second', () => {
  fc.assert(
    fc.property(ranges, ranges, (list, others) => {
      const left = subtractRanges(list, others);
      const out = slotsOf(others);
      expect([...slotsOf(left)]).toEqual([...slotsOf(mergeRanges(list))].filter((slot) => !out.has(slot)));
      expect(areFewest(left)).toBe(true);
    }),
  );
});

test('the ranges of single slots hold exactly these', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60)), (slots) => {
      const found = rangesOfSlots(slots);
      expect(slotsOf(found)).toEqual(new Set([...slots].sort((a, b) => a - b)));
      expect(areFewest(found)).toBe(true);
    }),
  );
});

test('with a larger step near slots are one range, and far ones are ranges of their own', () => {
  expect(rangesOfSlots([], 100)).toEqual([]);
  expect(rangesOfSlots([1_000, 7, 107, 900, 8], 100)).toEqual([
    { fromSlot: 7, toSlot: 107 },
    { fromSlot: 900, toSlot: 1_000 },
  ]);
});
