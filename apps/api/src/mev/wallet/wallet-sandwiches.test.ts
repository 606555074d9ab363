import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inParts, type Naming } from './wallet-sandwiches.js';

const naming = (slot: number, at: number): Naming => ({
  place: `${slot}/0`,
  sandwichId: `${at}`,
  firstSlot: slot,
  lastSlot: slot,
});

test('what names a wallet comes in parts, all of it in its order, and none of a transaction apart', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (slots, length) => {
      const named = slots.sort((a, b) => a - b).map(naming);
      const parts = inParts(named, length);
      expect(parts.flat()).toEqual(named);
      expect(new Set(parts.flatMap((part) => [...new Set(part.map(({ place }) => place))])).size).toBe(
        parts.reduce((sum, part) => sum + new Set(part.map(({ place }) => place)).size, 0),
      );
    }),
  );
});

test('a part ends with the transaction that fills it', () => {
  const named = [1, 1, 1, 2, 3, 3, 4].map(naming);
  expect(inParts(named, 2).map((part) => part.map(({ firstSlot }) => firstSlot))).toEqual([
    [1, 1, 1],
    [2, 3, 3],
    [4],
  ]);
  expect(inParts([], 2)).toEqual([]);
});
