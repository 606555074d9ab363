import { expect, test } from 'vitest';
import { toInteger, toIntegerOrNull } from './integers.js';

test('64-bit text becomes the number it says', () => {
  expect(toInteger('23714415424')).toBe(23_714_415_424);
  expect(toInteger('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(toInteger('-5')).toBe(-5);
  expect(toInteger(7)).toBe(7);
  expect(toIntegerOrNull(null)).toBeNull();
  expect(toIntegerOrNull('0')).toBe(0);
});

test.each(['9007199254740992', '18446744073709551615', '', 'abc', '1.5', 'NaN'])(
  '"%s" is refused rather than rounded or guessed',
  (text) => {
    expect(() => toInteger(text)).toThrow(RangeError);
  },
);
