import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inParts, type VictimSwap } from './wallet-sandwiches.js';

const swapOf = (slot: number, at: number): VictimSwap => ({
  slot,
  blockIndex: 0,
  sandwichId: `${at}`,
  firstSlot: slot,
  lastSlot: slot,
});

test('parts keep all swaps in their order, and never split a transaction', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (slots, length) => {
      const swaps = slots.sort((a, b) => a - b).map(swapOf);
      const parts = inParts(swaps, length);
      expect(parts.flat()).toEqual(swaps);
      expect(new Set(parts.flatMap((part) => [...new Set(part.map(({ slot }) => slot))])).size).toBe(
        parts.reduce((sum, part) => sum + new Set(part.map(({ slot }) => slot)).size, 0),
      );
    }),
  );
});

test('a part ends with the transaction that fills it', () => {
  const swaps = [1, 1, 1, 2, 3, 3, 4].map(swapOf);
  expect(inParts(swaps, 2).map((part) => part.map(({ firstSlot }) => firstSlot))).toEqual([
    [1, 1, 1],
    [2, 3, 3],
    [4],
  ]);
  expect(inParts([], 2)).toEqual([]);
});
