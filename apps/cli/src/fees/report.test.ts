import { PLAIN } from '@tickscope/command-line';
import { POOL, SOL } from '@tickscope/command-line/testing/answers';
import type { components } from '@tickscope/schemas';
import { describe, expect, it } from 'vitest';
import { describeFees } from './report.js';

type Fees = components['schemas']['EstimateFeesResponse']['data'];

const prices = {
  min: '0',
  p25: '10',
  p50: '1000',
  p75: '62500',
  p90: '7000000',
  p95: '8000000',
  max: '9007199254740993',
};
const first = { ...prices, p50: '2000' };
const quarter = (at: number, compute_unit_price: typeof prices | null) => ({
  ...{ first_tick: 16 * at, last_tick: 16 * at + 15, priced_count: compute_unit_price === null ? 0 : 3 },
  compute_unit_price,
});
const account = {
  ...{ account: POOL, landed_count: 1_200, without_price_count: 3, failed_count: 40, unknown_count: 0 },
  ...{ priced_count: 1_197, compute_unit_price: prices, without_tick_count: 1_194 },
  by_ticks: [quarter(0, first), quarter(1, null), quarter(2, null), quarter(3, null)],
  compute_limit_share: { slot_count: 50, mean: 0.1234, p50: 0.1, p90: 0.3, max: 0.9 },
};
const other = {
  ...{ ...account, account: SOL, landed_count: 0, without_price_count: 0, priced_count: 0 },
  ...{ compute_unit_price: null, without_tick_count: 0, compute_limit_share: null, failed_count: 0 },
  by_ticks: [0, 1, 2, 3].map((at) => quarter(at, null)),
};
const FEES: Fees = {
  ...{ slots: 50, slot_range: { min: 100, max: 149 }, block_count: 47 },
  costliest: { account: POOL, priced_count: 1_197, compute_unit_price: prices },
  accounts: [account, other],
  coverage: { missing_slots: [101, 102, 110], incomplete_slots: [] },
};

describe('fees', () => {
  it('are one sentence, a row an account, and what is missing', () => {
    const text = describeFees(FEES, null, PLAIN);
    expect(text.split('\n')[0]).toBe(
      `Three of four of the 1,197 transactions that got in and set a price where it costs most, ${POOL}, paid 62,500 micro-lamports or less for a compute unit, half of them 1,000 or less.`,
    );
    const row = (name: string) =>
      text
        .split('\n')
        .findLast((line) => line.startsWith(name))!
        .split(/ {2,}/);
    expect(row(POOL)).toEqual([
      ...[POOL, '1,200', '10', '1,000', '62,500', '7,000,000', '8,000,000', '9,007,199,254,740,993'],
      ...['2,000', '40', '12.3 %'],
    ]);
    expect(row(SOL)).toEqual([SOL, '0', '0', 'unknown']);
    expect(text).toContain('3 of those that got in set no price, and are in no percentile.');
    expect(text).toContain('Slots 100 to 149, 47 blocks of them read.\nMissing: 101 to 102, 110.');
  });

  it('say that there are none', () => {
    const none: Fees = { ...FEES, costliest: null, accounts: [other] };
    expect(describeFees(none, null, PLAIN)).toContain(
      'No transaction that set a price wrote it and succeeded in these slots.',
    );
    const nothing: Fees = { ...none, slot_range: { min: null, max: null }, accounts: [], coverage: null };
    expect(describeFees(nothing, null, PLAIN)).toBe('No block is stored, so what gets in is not known.');
  });

  it('keep the account and the median on a narrow terminal', () => {
    const lines = describeFees(FEES, 80, PLAIN).split('\n');
    const heading = lines.findIndex((line) => line.startsWith('account'));
    expect(lines[heading]).toMatch(/account.*got in.*p50.*p75/);
    for (const line of lines.slice(heading, heading + 3)) expect(line.length).toBeLessThanOrEqual(80);
  });
});
