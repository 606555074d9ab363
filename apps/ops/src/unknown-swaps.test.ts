import { expect, it } from 'vitest';
import { describeUnknownSwaps } from './unknown-swaps.js';

const kind = (programId: string, firstByte: number | null, frames: number, inferred: number) => ({
  programId,
  firstByte,
  frames,
  inferred,
});

it('says nothing where every swap has a layout', () => {
  expect(describeUnknownSwaps([])).toBeNull();
});

it('names programs and first bytes, and says how many are stored', () => {
  expect(describeUnknownSwaps([kind('Prog1', 7, 1_200, 1_000)])).toBe(
    '1,200 calls of 1 program look like swaps but could not be decoded: they have no layout, or the source left out what they moved; 1,000 of them are stored as inferred swaps (Prog1 data 0x07…: 1,200)',
  );
});

it('names the three most frequent kinds', () => {
  const text = describeUnknownSwaps([
    kind('A', 255, 4, 4),
    kind('A', null, 3, 0),
    kind('B', 0, 2, 2),
    kind('C', 1, 1, 1),
  ]);
  expect(text).toBe(
    '10 calls of 3 programs look like swaps but could not be decoded: they have no layout, or the source left out what they moved; 7 of them are stored as inferred swaps (A data 0xff…: 4, A without data: 3, B data 0x00…: 2, and others)',
  );
});
