import type { SlotRange } from '@tickscope/chain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MissingRangeFinder } from './missing-range-finder.js';

/** Adds blocks given as [slot, parent]; all ranges that it reports, at the end too. */
function missingOf(finder: MissingRangeFinder, blocks: readonly (readonly [number, number])[]): SlotRange[] {
  const reported = blocks.flatMap(([slot, parentSlot]) => finder.add({ slot, parentSlot }));
  return [...reported, ...finder.finish()];
}

const chain = (from: number, to: number): [number, number][] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, from + index - 1]);

describe('MissingRangeFinder', () => {
  it('finds nothing in an unbroken chain, skipped slots included', () => {
    expect(
      missingOf(new MissingRangeFinder(null), [
        [10, 9],
        [11, 10],
        [15, 11],
        [16, 15],
      ]),
    ).toEqual([]);
  });

  it('does not report slots before the first block of a fresh stream', () => {
    expect(
      missingOf(new MissingRangeFinder(null), [
        [10, 7],
        [12, 10],
      ]),
    ).toEqual([]);
  });

  it('finds slots between the last stored block and the first of the stream', () => {
    // 20 was stored; 24 names 23: somewhere in 21 to 23 there is at least one block.
    expect(
      missingOf(new MissingRangeFinder(20), [
        [24, 23],
        [25, 24],
      ]),
    ).toEqual([{ fromSlot: 21, toSlot: 23 }]);
  });

  it('waits for a late parent, and reports a range once', () => {
    const late = new MissingRangeFinder(null);
    expect(
      missingOf(late, [
        [10, 9],
        [12, 11],
        [13, 12],
        [11, 10],
      ]),
    ).toEqual([]);
    const never = new MissingRangeFinder(null);
    expect(missingOf(never, [[10, 9], ...chain(12, 60)])).toEqual([{ fromSlot: 11, toSlot: 11 }]);
  });

  it('reports it while the stream goes on, not only at its end', () => {
    const finder = new MissingRangeFinder(9);
    const reported = [[10, 9] as const, ...chain(12, 40)].flatMap(([slot, parentSlot]) =>
      finder.add({ slot, parentSlot }),
    );
    expect(reported).toEqual([{ fromSlot: 11, toSlot: 11 }]);
  });

  it('leaves out a slot whose gap is recorded already', () => {
    const finder = new MissingRangeFinder(null);
    finder.add({ slot: 10, parentSlot: 9 });
    finder.account(11);
    expect(missingOf(finder, chain(12, 40))).toEqual([]);
  });

  it('reports a slot lost immediately before an incomplete one', () => {
    // 11 was lost and 12 is incomplete. No block names 11: 13 names 12, and the parent of 12 is unknown.
    const finder = new MissingRangeFinder(null);
    finder.add({ slot: 10, parentSlot: 9 });
    finder.account(12);
    expect(missingOf(finder, chain(13, 40))).toEqual([{ fromSlot: 11, toSlot: 11 }]);
  });

  it('reports nothing before a fresh stream that begins with an incomplete slot', () => {
    const finder = new MissingRangeFinder(null);
    finder.account(12);
    expect(missingOf(finder, chain(13, 40))).toEqual([]);
  });

  it('reports exactly the blocks left out of a chain, with any incomplete ones among the rest', () => {
    const slots = fc.uniqueArray(fc.integer({ min: 101, max: 198 }), { maxLength: 30 });
    fc.assert(
      fc.property(slots, slots, (left, halves) => {
        const finder = new MissingRangeFinder(null);
        const missing = left.filter((slot) => !halves.includes(slot));
        const reported: SlotRange[] = [];
        for (const [slot, parentSlot] of chain(100, 200))
          if (halves.includes(slot)) finder.account(slot);
          else if (!missing.includes(slot)) reported.push(...finder.add({ slot, parentSlot }));
        reported.push(...finder.finish());
        const slotsTold = reported.flatMap(({ fromSlot, toSlot }) =>
          Array.from({ length: toSlot - fromSlot + 1 }, (_, index) => fromSlot + index),
        );
        expect(slotsTold.sort((a, b) => a - b)).toEqual(missing.sort((a, b) => a - b));
      }),
    );
  });

  it('for any blocks left out of a chain: the missing ranges are exactly these', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 101, max: 198 }), { maxLength: 30 }), (missing) => {
        const blocks = chain(100, 200).filter(([slot]) => !missing.includes(slot));
        const reported = missingOf(new MissingRangeFinder(null), blocks).flatMap(({ fromSlot, toSlot }) =>
          Array.from({ length: toSlot - fromSlot + 1 }, (_, index) => fromSlot + index),
        );
        expect(reported).toEqual([...missing].sort((a, b) => a - b));
      }),
    );
  });
});
