import { expect, test } from 'vitest';
import { busiestPoints, competingText, pointText } from './write-locks.js';

test('who competes for an account is said to be readers and failed ones, too, and only of slots with a conflict', () => {
  expect(competingText(100)).toBe(
    'the newest 100 transactions that locked it in slots with a conflict, to write or to read, failed ones included',
  );
  expect(competingText(1)).toContain('the newest 1 transaction that');
});

test('a point of several slots is a range, which ends where the question does', () => {
  expect(pointText(432_001_670, 1, 432_001_999)).toBe('432,001,670');
  expect(pointText(432_001_670, 10, 432_001_999)).toBe('432,001,670 – 432,001,679');
  expect(pointText(432_001_990, 24, 432_001_999)).toBe('432,001,990 – 432,001,999');
  expect(pointText(432_001_999, 24, 432_001_999)).toBe('432,001,999');
});

test('a point without a write is never among the busiest', () => {
  const points = [0, 3, 0, 9, 1].map((writeLocks, at) => ({ slot: 100 + at, writeLocks }));
  expect(busiestPoints(points, 10).map(({ slot }) => slot)).toEqual([103, 101, 104]);
  expect(busiestPoints(points, 2).map(({ slot }) => slot)).toEqual([103, 101]);
  expect(busiestPoints([{ slot: 1, writeLocks: 0 }], 10)).toEqual([]);
});
