import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageOf, isDetectionComplete, rangeContents, type StoredBlock } from './coverage.js';

function block(slot: number, rest: Partial<StoredBlock> = {}): StoredBlock {
  return {
    slot,
    parentSlot: slot - 1,
    content: 'full',
    isExpired: false,
    isDetected: true,
    areLinksKnown: true,
    ...rest,
  };
}

function coverage(from: number, to: number, blocks: StoredBlock[], gaps: [number, number][] = []) {
  return coverageOf(
    rangeContents(from, to, blocks),
    gaps.map(([fromSlot, toSlot]) => ({ fromSlot, toSlot })),
  );
}

describe('a slot of the range', () => {
  test('is missing if it is not stored and not known to be skipped', () => {
    expect(coverage(10, 13, [block(10), block(11), block(13, { parentSlot: null })])).toEqual({
      missing_slots: [12],
      incomplete_slots: [],
      undetected_slots: [],
      links_unknown_slots: [],
    });
  });

  test('is not missing when a stored block jumps over it', () => {
    expect(coverage(10, 14, [block(10), block(14, { parentSlot: 10 })])).toEqual({
      missing_slots: [],
      incomplete_slots: [],
      undetected_slots: [],
      links_unknown_slots: [],
    });
  });

  test('is not missing at the end of the range when the block that jumps over it is beyond the end', () => {
    const blocks = [block(10), block(11), block(20, { parentSlot: 11 })];
    expect(coverage(10, 15, blocks).missing_slots).toEqual([]);
  });

  test('is not missing at the start of the range when the parent is before it', () => {
    expect(coverage(10, 12, [block(12, { parentSlot: 3 })]).missing_slots).toEqual([]);
  });

  test('is missing when it is the parent of a stored block', () => {
    expect(coverage(10, 12, [block(12, { parentSlot: 10 })]).missing_slots).toEqual([10]);
  });

  test('is missing beyond the newest stored slot', () => {
    expect(coverage(10, 13, [block(10), block(11)]).missing_slots).toEqual([12, 13]);
  });

  test('is incomplete with entries alone, which still show what was skipped before it', () => {
    const blocks = [block(10), block(13, { parentSlot: 10, content: 'entries_only' })];
    expect(coverage(10, 13, blocks)).toEqual({
      missing_slots: [],
      incomplete_slots: [13],
      undetected_slots: [],
      links_unknown_slots: [],
    });
  });

  test('is complete when it came from RPC, without entries', () => {
    expect(coverage(10, 10, [block(10, { content: 'no_entries' })])).toEqual({
      missing_slots: [],
      incomplete_slots: [],
      undetected_slots: [],
      links_unknown_slots: [],
    });
  });

  test('is incomplete in a gap, and then not missing as well', () => {
    expect(
      coverage(
        10,
        15,
        [block(10)],
        [
          [11, 12],
          [14, 99],
        ],
      ),
    ).toEqual({
      missing_slots: [13],
      incomplete_slots: [11, 12, 14, 15],
      undetected_slots: [],
      links_unknown_slots: [],
    });
  });

  test('is not incomplete in a gap when it is stored whole all the same', () => {
    expect(coverage(10, 11, [block(10), block(11)], [[10, 11]]).incomplete_slots).toEqual([]);
  });

  test('is incomplete, and not read, while two blocks contradict each other', () => {
    const blocks = [block(10), block(10, { parentSlot: 8 }), block(11)];
    expect(coverage(10, 11, blocks)).toEqual({
      missing_slots: [],
      incomplete_slots: [10],
      undetected_slots: [],
      links_unknown_slots: [],
    });
    expect(rangeContents(10, 11, blocks).readable).toEqual(new Set([11]));
  });

  test('is undetected when it is stored whole and detection has not run over it', () => {
    const blocks = [
      block(10, { isDetected: false }),
      block(11),
      block(13, { isDetected: false, parentSlot: 11 }),
    ];
    expect(coverage(10, 13, blocks)).toEqual({
      missing_slots: [],
      incomplete_slots: [],
      undetected_slots: [10, 13],
      links_unknown_slots: [],
    });
    expect(isDetectionComplete(rangeContents(10, 13, blocks))).toBe(false);
    expect(isDetectionComplete(rangeContents(11, 12, blocks))).toBe(true);
  });

  test('is not undetected where it is incomplete: entries alone, or one of two blocks', () => {
    const blocks = [
      block(10, { content: 'entries_only', isDetected: false }),
      block(11, { isDetected: false }),
      block(11, { parentSlot: 9, isDetected: false }),
    ];
    expect(coverage(10, 11, blocks).undetected_slots).toEqual([]);
    expect(isDetectionComplete(rangeContents(10, 11, blocks))).toBe(false);
  });

  test('lacks token links when its version is of lower quality, which leaves no verdict open', () => {
    const blocks = [block(10, { areLinksKnown: false }), block(11), block(12, { areLinksKnown: false })];
    expect(coverage(10, 11, blocks).links_unknown_slots).toEqual([10]);
    expect(isDetectionComplete(rangeContents(10, 11, blocks))).toBe(true);
  });

  test('is undetected beyond the range without making the range so', () => {
    const blocks = [block(10), block(11, { isDetected: false })];
    expect(coverage(10, 10, blocks).undetected_slots).toEqual([]);
  });

  test('is covered by the results of detection, although the rows that it read are older than the retention', () => {
    const contents = rangeContents(10, 10, [block(10, { isExpired: true })]);
    expect(isDetectionComplete(contents)).toBe(true);
  });

  test('is read but incomplete when it is older than the retention', () => {
    const blocks = [block(10, { isExpired: true }), block(11)];
    expect(coverage(10, 11, blocks)).toEqual({
      missing_slots: [],
      incomplete_slots: [10],
      undetected_slots: [],
      links_unknown_slots: [],
    });
    expect(rangeContents(10, 11, blocks).readable).toEqual(new Set([10, 11]));
  });
});

test('slot 0, which has no parent, does not affect others', () => {
  expect(coverage(0, 1, [block(0, { parentSlot: null })]).missing_slots).toEqual([1]);
});

test('of any chain with any blocks lost, exactly the lost slots are missing', () => {
  // A chain is a walk over slots; a lost block is on the chain but not stored.
  const steps = fc.array(fc.record({ skip: fc.nat(6), isStored: fc.boolean() }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.nat(50), fc.integer({ min: 1, max: 60 }), (walk, from, length) => {
      const to = from + length;
      const blocks: StoredBlock[] = [];
      const onChain = new Map<number, boolean>();
      let parentSlot = 0;
      for (const { skip, isStored } of walk) {
        const slot = parentSlot + 1 + skip;
        onChain.set(slot, isStored);
        if (isStored && slot >= from) blocks.push(block(slot, { parentSlot }));
        parentSlot = slot;
      }
      const missing = new Set(coverage(from, to, blocks).missing_slots);
      const lastStored = Math.max(0, ...blocks.map(({ slot }) => slot));
      const slots = Array.from({ length: to - from + 1 }, (_, i) => from + i);
      for (const slot of slots) {
        if (onChain.get(slot) === false) expect(missing).toContain(slot);
        if (onChain.get(slot) === true) expect(missing).not.toContain(slot);
      }
      // A skipped slot is known as such if the next block of the chain is stored; else it may be a lost one.
      for (const slot of slots.filter((slot) => !onChain.has(slot))) {
        const next = [...onChain.keys()].find((other) => other > slot);
        const isKnown = next !== undefined && onChain.get(next) === true && slot <= lastStored && slot > 0;
        expect([slot, missing.has(slot)]).toEqual([slot, !isKnown]);
      }
    }),
    { numRuns: 300 },
  );
});
