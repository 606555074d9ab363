import { expect, test } from 'vitest';
import { slotSentence } from './slot.js';

type Slot = Parameters<typeof slotSentence>[0];
const front = (id: string) =>
  ({ roles: [{ role: 'frontrun', sandwich_id: id }] }) as unknown as Slot['transactions'][number];
const victim = { roles: [{ role: 'victim', sandwich_id: '9' }] } as unknown as Slot['transactions'][number];
const stored = {
  slot: 432_000_042,
  state: 'stored',
  block: { transaction_count: 1_201 },
  transactions: [front('1'), front('1'), front('2'), victim],
  is_detected: true,
} as Slot;

test('a stored slot has its transactions, and each sandwich whose frontrun is in it once', () => {
  expect(slotSentence(stored)).toBe('Slot 432,000,042: 1,201 transactions, 2 sandwiches.');
  expect(slotSentence({ ...stored, transactions: [victim] })).toBe('Slot 432,000,042: 1,201 transactions.');
});

test('a slot that is not analysed has no number of sandwiches yet', () => {
  expect(slotSentence({ ...stored, is_detected: false })).toMatch(/, 2 sandwiches so far\.$/);
  expect(slotSentence({ ...stored, is_detected: false, transactions: [] })).not.toMatch(/sandwich/);
});

test.each([
  ['skipped', 'Slot 432,000,042 was skipped: it has no block.'],
  ['missing', 'Slot 432,000,042 is missing here.'],
  ['not_stored', 'Slot 432,000,042 is not stored.'],
  ['incomplete', 'Slot 432,000,042 is stored in part.'],
] as const)('%s', (state, sentence) => expect(slotSentence({ ...stored, state })).toBe(sentence));
