import { expect, test } from 'vitest';
import { percentile } from './percentile.js';
import { shareText } from './share.js';
import { solOf, solText } from './sol.js';

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
  [0, '0.00 %'],
  [0.00423, '0.42 %'],
  [0.1381, '13.81 %'],
  [1, '100.00 %'],
])('a share of %d is %s', (share, text) => {
  expect(shareText(share)).toBe(text);
});

test.each([
  ['0', '0 SOL'],
  ['1.216269437', '1.2163 SOL'],
  ['2099.6', '2,099.6000 SOL'],
  ['0.001', '0.0010 SOL'],
  ['0.000999999', '999,999 lamports'],
  ['0.00000579', '5,790 lamports'],
  ['0.000000001', '1 lamport'],
  ['-0.000005', '-5,000 lamports'],
  ['-3.2', '-3.2000 SOL'],
])('%s SOL is shown as %s', (sol, text) => {
  expect(solText(sol)).toBe(text);
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
