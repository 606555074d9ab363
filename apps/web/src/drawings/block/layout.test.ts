import { expect, test } from 'vitest';
import type { BlockTransaction } from '../../api/chain-queries.js';
import { blockLayout, markAt, roleOf } from './layout.js';

const SLOT = 1_000;
const WIDTH = 640;

const transaction = (index: number, changed: Partial<BlockTransaction> = {}): BlockTransaction => ({
  signature: `signature ${index}`,
  signer: 'signer',
  block_index: index,
  entry_index: index,
  tx_index: 0,
  poh_tick: SLOT * 64 + index,
  is_vote: false,
  success: true,
  error: null,
  fee: '5000',
  priority_fee: '0',
  jito_tip: null,
  compute_units: 1_000,
  compute_unit_limit: null,
  compute_unit_price: null,
  cost_units: null,
  dexes: [],
  roles: [],
  ...changed,
});
const role = (name: 'frontrun' | 'victim' | 'frontrun_attempt') => [
  { sandwich_id: '1', role: name, confidence: 'exact', intent: 'proven' } as const,
];

test('a transaction stands in the column of its tick, those of one entry in one lane', () => {
  const { marks, lanes, hasTicks } = blockLayout(
    SLOT,
    [
      transaction(0, { poh_tick: SLOT * 64 }),
      transaction(1, { poh_tick: SLOT * 64 + 10, entry_index: 7 }),
      transaction(2, { poh_tick: SLOT * 64 + 10, entry_index: 7 }),
      transaction(3, { poh_tick: SLOT * 64 + 10, entry_index: 8 }),
      // The next slot's first tick: what the last entry of a block may have.
      transaction(4, { poh_tick: SLOT * 64 + 64, entry_index: 9 }),
    ],
    WIDTH,
  );
  expect(hasTicks).toBe(true);
  expect(marks.map(({ x }) => Math.floor((x * 64) / WIDTH))).toEqual([0, 10, 10, 10, 63]);
  expect(lanes).toHaveLength(4);
  expect(marks[3]!.y).toBeLessThan(marks[1]!.y);
});

test('every mark lies in the drawing, also in a block of 3,000 transactions on one tick', () => {
  const crowd = Array.from({ length: 3_000 }, (_, at) =>
    transaction(at, { poh_tick: SLOT * 64 + 5, entry_index: Math.floor(at / 40) }),
  );
  const { marks, height } = blockLayout(SLOT, crowd, 320);
  expect(marks).toHaveLength(3_000);
  expect(marks.every(({ y }) => y >= 0 && y <= height)).toBe(true);
});

test('without entries the axis is the order in the block', () => {
  const { marks, hasTicks } = blockLayout(
    SLOT,
    Array.from({ length: 128 }, (_, at) => transaction(at, { poh_tick: null, entry_index: null })),
    WIDTH,
  );
  expect(hasTicks).toBe(false);
  expect(marks.map(({ x }) => Math.floor((x * 64) / WIDTH))).toEqual(
    Array.from({ length: 128 }, (_, at) => Math.floor(at / 2)),
  );
});

test('an empty block has a drawing, too', () => {
  expect(blockLayout(SLOT, [], WIDTH).marks).toEqual([]);
});

test('the area of a mark grows with its compute', () => {
  const { marks } = blockLayout(
    SLOT,
    [transaction(0, { compute_units: 1_000 }), transaction(1, { compute_units: 1_400_000 })],
    WIDTH,
  );
  expect(marks[1]!.radius).toBeGreaterThan(2 * marks[0]!.radius - 0.5);
});

test('a part in a sandwich comes before what else a transaction is', () => {
  expect(roleOf(transaction(0, { roles: role('victim'), dexes: ['Raydium'] }))).toBe('victim');
  expect(roleOf(transaction(0, { roles: [...role('victim'), ...role('frontrun')] }))).toBe('frontrun');
  expect(roleOf(transaction(0, { roles: role('frontrun_attempt') }))).toBe('attempt');
  expect(roleOf(transaction(0, { dexes: ['Raydium'] }))).toBe('swap');
  expect(roleOf(transaction(0, { is_vote: true }))).toBe('vote');
  expect(roleOf(transaction(0))).toBe('other');
});

test('a point leads to the mark next to it, and to none where none is near', () => {
  const { marks } = blockLayout(SLOT, [transaction(0), transaction(30)], WIDTH);
  const [first, second] = marks;
  expect(markAt(marks, second!.x + 2, second!.y, 12)).toBe(1);
  expect(markAt(marks, first!.x, first!.y - 40, 12)).toBe(null);
});
