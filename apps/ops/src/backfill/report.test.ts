import { expect, it } from 'vitest';
import { describeBackfill } from './report.js';

const RESULT = {
  signature: 'S',
  account: 'A',
  slot: 12,
  slot_range: { from_slot: 9, to_slot: 15 },
  fetched_slots: [9, 11, 12],
  already_stored_slots: [13],
  skipped_slots: [10],
  missing_slots: [
    { slot: 14, reason: 'its block is\u001b[2J another one' },
    { slot: 15, reason: 'not known yet' },
  ],
  closed_gaps: [{ from_slot: 11, to_slot: 12 }],
  account_transactions: 1_234,
};

it('reports the outcome of every slot', () => {
  expect(describeBackfill(RESULT, true)).toBe(`Transaction S
in slot 12, with slots 9 to 15

                      slots  which
stored now                3  9, 11 to 12
stored before             1  13
skipped by the chain      1  10
missing                   2  14 to 15

Why slots are missing:
  14: its block is[2J another one
  15: not known yet
Gaps that are closed now: 11 to 12.
1,234 transactions of the stored slots lock A.
Sandwiches are now looked for in what was stored: until that is done "tickscope check S" says "not analysed yet".`);
});

it('is short where nothing is missing and no account was given', () => {
  const whole = { ...RESULT, missing_slots: [], closed_gaps: [] };
  expect(describeBackfill(whole, false)).not.toMatch(/missing:|Gaps|lock/);
  const known = { ...whole, fetched_slots: [], already_stored_slots: [9, 11, 12] };
  expect(describeBackfill(known, false)).not.toContain('analysed');
});
