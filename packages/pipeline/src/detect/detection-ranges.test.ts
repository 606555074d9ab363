import { expect, test } from 'vitest';
import { detectionRanges } from './detection-ranges.js';

test('near slots are one range, whatever their order; far ones are ranges of their own', () => {
  expect(detectionRanges([])).toEqual([]);
  expect(detectionRanges([1_000, 7, 107, 900, 8])).toEqual([
    { fromSlot: 7, toSlot: 107 },
    { fromSlot: 900, toSlot: 1_000 },
  ]);
});
