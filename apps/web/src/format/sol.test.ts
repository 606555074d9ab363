import { expect, test } from 'vitest';
import { percentile } from './percentile.js';
import { shareText } from './share.js';
import { solOf } from './sol.js';

test.each([
  ['0', '0'],
  ['5790', '0.00000579'],
  ['1000000000', '1'],
  ['-418253844', '-0.418253844'],
  ['18446744073709551615', '18446744073.709551615'],
])('%s lamports are %s SOL, to the last digit', (lamports, sol) => {
  expect(solOf(lamports)).toBe(sol);
});

test.each([
  [0, '0 %'],
  [0.00423, '0.42 %'],
  [0.1381, '13.8 %'],
  [1, '100 %'],
])('a share of %d is %s', (share, text) => {
  expect(shareText(share)).toBe(text);
});

test('a percentile is a value that was there: the nearest rank', () => {
  const values = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n];
  expect([0, 0.5, 0.75, 0.9, 0.95, 1].map((share) => percentile(values, share))).toEqual([
    1n,
    5n,
    8n,
    9n,
    10n,
    10n,
  ]);
  expect(percentile([7n], 0.5)).toBe(7n);
});
