import { expect, test } from 'vitest';
import { isLate } from './is-late.js';

const SECOND = 1_790_000_000;

test.each([
  ['an hour ago', SECOND - 3_600, true],
  ['11 s ago', SECOND - 11, true],
  ['9 s ago', SECOND - 9, false],
  ['a minute ahead, as by a clock that is behind', SECOND + 60, false],
  ['at a time that is not known', null, false],
])('a block that was made %s', (_, blockTime, expected) => {
  expect(isLate({ block: { blockTime }, arrivedAt: SECOND * 1_000 })).toBe(expected);
});
