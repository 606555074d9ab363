import { expect, test } from 'vitest';
import { decimalText } from './encode-transaction.js';

test.each([
  [0n, 6, '0'],
  [1n, 6, '0.000001'],
  [1_500_000n, 6, '1.5'],
  [1_000_000n, 6, '1'],
  [123n, 0, '123'],
  [100n, 0, '100'],
  [10_000_000_000n, 9, '10'],
  [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
])('an amount of %s with %i decimals is printed as nodes print it: %s', (amount, decimals, text) => {
  expect(decimalText(amount, decimals)).toBe(text);
});
