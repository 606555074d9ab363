import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { parseInteger, parseSlot } from './parse-integer.js';

test.each([
  ['0', 0],
  ['007', 7],
  ['9007199254740991', 9_007_199_254_740_991],
])('%s is a whole number', (text, value) => {
  expect(parseSlot(text)).toBe(value);
});

test.each([
  '',
  ' 1',
  '-1',
  '+1',
  '1.0',
  '1e3',
  '0x10',
  '1_000',
  '9007199254740992',
  '9'.repeat(400),
  'NaN',
  '１',
])('"%s" is refused', (text) => {
  expect(() => parseSlot(text)).toThrow(InvalidArgumentError);
});

test('bounds are inclusive, and errors name them', () => {
  const parsePort = parseInteger(1, 65_535);
  expect([parsePort('1'), parsePort('65535')]).toEqual([1, 65_535]);
  for (const text of ['0', '65536']) expect(() => parsePort(text)).toThrow('from 1 to 65535');
});
