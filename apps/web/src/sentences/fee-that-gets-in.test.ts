import type { Schemas } from '@tickscope/sdk';
import { expect, test } from 'vitest';
import { feeSentence, missingText, priceText } from './fee-that-gets-in.js';

const prices = { min: '0', p25: '1', p50: '10000', p75: '62500', p90: '7', p95: '8', max: '9' };
const of = (changes: Partial<Schemas['AccountFees']>) =>
  feeSentence({
    ...{ landed_count: 12, without_price_count: 0, priced_count: 12, compute_unit_price: prices },
    ...changes,
  } as Schemas['AccountFees']);

test('what got in is a sentence with the size of its sample', () => {
  expect(of({})).toBe(
    'Of 12 transactions that got in with a price, three of four paid 62,500 or less, half 10,000 or less.',
  );
  expect(of({ priced_count: 11, without_price_count: 1 })).toMatch(
    / 1 more transaction got in without a price\.$/,
  );
});

test('nothing that got in, and nothing with a price, are said', () => {
  expect(of({ landed_count: 0, priced_count: 0, compute_unit_price: null })).toBe(
    'No transaction wrote it and succeeded in these slots.',
  );
  expect(of({ without_price_count: 12, priced_count: 0, compute_unit_price: null })).toBe(
    'None of the 12 transactions that got in set a price.',
  );
});

test('slots that are not known are counted', () => {
  const fees = { slot_range: { min: 1_000, max: 1_299 }, block_count: 290 };
  const text = (missing_slots: number[], incomplete_slots: number[]) =>
    missingText({ ...fees, coverage: { missing_slots, incomplete_slots } } as never);
  expect(text([], [])).toBe('Slots 1,000 to 1,299, 290 blocks.');
  expect(text([1_001], [1_002])).toBe(
    'Slots 1,000 to 1,299, 290 blocks; 2 slots of them not stored, or in part.',
  );
});

test('a price beyond 2^53 is exact', () => {
  expect(priceText('9007199254740993')).toBe('9,007,199,254,740,993');
});
