import { toBase58 } from '@tickscope/chain';
import { DAY_SLOTS, MISSING_SLOT, makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database.js';
import { askScan } from '../../testing/ask-wallets.js';
import { openTestDatabase } from '../../testing/test-database.js';
import { expectedScan, reportedTrades, type Scan } from '../../testing/wallet-scan.js';

const blocks = makeBusyChain();
const WHOLE_DAY = 1_700_000_000;

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await storeDetected(await store.fresh(), blocks);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

const scan = (wallet: string, days?: number, window?: number): Promise<Scan> =>
  askScan(database, {
    wallet,
    ...(days === undefined ? {} : { days }),
    ...(window === undefined ? {} : { window }),
  });

const expectedOf = (wallet: string, days: number, window: number) =>
  expectedScan(blocks, wallet, days, window);

function signedBy(wallet: string, days: number): number {
  return blocks
    .filter(({ slot }) => slot >= NEWEST - days * DAY_SLOTS)
    .flatMap(({ transactions }) => transactions)
    .filter(({ staticKeys }) => toBase58(staticKeys[0]!) === address(wallet)).length;
}

const parents = new Map(blocks.map(({ slot, parentSlot }) => [slot, parentSlot ?? slot - 1]));

/** Whether a slot is stored, or was skipped by a stored block among the next 64 slots. */
function isKnownSlot(slot: number): boolean {
  for (let next = slot; next <= slot + 64; next += 1) {
    const parent = parents.get(next);
    if (parent !== undefined) return next === slot || parent < slot;
  }
  return false;
}

function expectedVerdict(slot: number, isSandwiched: boolean, window: number): string {
  if (isSandwiched) return 'sandwiched';
  for (let near = slot - window; near <= slot + window; near += 1) if (!isKnownSlot(near)) return 'unknown';
  return 'not_sandwiched';
}

/** Each sandwich once for each trade that it is around. */
function sandwichesOf({ trades }: Scan): number {
  const ids = trades.flatMap(({ signature, incidents }) =>
    incidents.filter(({ success }) => success).map(({ sandwich }) => `${signature} ${sandwich.id}`),
  );
  return new Set(ids).size;
}

describe('every trade of a wallet, and every incident around it, matches the blocks', () => {
  test.each([
    ['alice', 1, 4],
    ['alice', 4, 10],
    ['alice', 1, 0],
    ['bob', 1, 4],
    ['mallory', 2, 1],
  ])('%s, %i days, ±%i slots', async (wallet, days, window) => {
    const answer = await scan(wallet, days, window);
    const expected = expectedOf(wallet, days, window);
    expect(reportedTrades(answer)).toEqual(expected);
    expect(answer.summary).toEqual({
      total_transactions: signedBy(wallet, days),
      total_transactions_exact: true,
      total_dex_trades: expected.length,
      total_sandwich_attacks: expected.filter(({ incidents }) => incidents.length > 0).length,
      // No pool of this chain trades SOL.
      total_loss_sol: '0',
      loss_unknown_count: sandwichesOf(answer),
    });
    for (const { slot, blockTime, incidents, sandwich_detected: detected, verdict } of answer.trades) {
      expect(blockTime).toBe(WHOLE_DAY + slot);
      expect(detected).toBe(incidents.length > 0);
      expect([slot, verdict]).toEqual([slot, expectedVerdict(slot, detected, window)]);
    }
  });

  test('one of 500 trades, and one of one', () => {
    expect([expectedOf('alice', 5, 4).length, expectedOf('bob', 1, 4).length]).toEqual([500, 1]);
    expect(expectedOf('alice', 1, 4).filter(({ incidents }) => incidents.length > 2).length).toBeGreaterThan(
      5,
    );
  });

  test('pools are labelled, those of failed trades too, and incidents carry the label', async () => {
    const { trades } = await scan('alice');
    const labels = trades.flatMap(({ pools, incidents }) =>
      [...pools, ...incidents].map(({ pool_label }) => pool_label),
    );
    expect(trades.some(({ success }) => !success)).toBe(true);
    for (const label of labels) expect(label).toMatch(/^\S+\/\S+ \(Raydium CPMM\)$/);
  });
});

describe('coverage', () => {
  test('are whole days that end with the newest block, both ends included', async () => {
    const { trades, coverage, covered, truncated } = await scan('alice', 4, 10);
    expect(trades.at(-1)!.slot).toBe(NEWEST - 4 * DAY_SLOTS);
    const fromSlot = NEWEST - 4 * DAY_SLOTS;
    expect({ covered, truncated }).toEqual({
      covered: { from_slot: fromSlot, to_slot: NEWEST },
      truncated: false,
    });
    expect(coverage).toMatchObject({
      from_slot: fromSlot,
      to_slot: NEWEST,
      from_time: WHOLE_DAY + fromSlot,
      to_time: WHOLE_DAY + NEWEST,
      is_start_stored: true,
    });
  });

  test('lists every slot that is neither stored nor skipped', async () => {
    const { coverage } = await scan('alice', 1);
    const from = NEWEST - DAY_SLOTS;
    const known = new Set<number>();
    for (const { slot, parentSlot } of blocks)
      for (let at = (parentSlot ?? slot - 1) + 1; at <= slot; at += 1) known.add(at);
    const ranges: { from_slot: number; to_slot: number }[] = [];
    let missing = 0;
    for (let slot = from; slot <= NEWEST; slot += 1) {
      if (known.has(slot)) continue;
      missing += 1;
      const last = ranges.at(-1);
      if (last !== undefined && last.to_slot === slot - 1) last.to_slot = slot;
      else ranges.push({ from_slot: slot, to_slot: slot });
    }
    expect(coverage).toMatchObject({
      missing_slot_count: missing,
      missing_ranges: ranges,
      incomplete_slot_count: 0,
      incomplete_ranges: [],
      undetected_slot_count: 0,
      undetected_ranges: [],
      ranges_truncated: false,
    });
    expect(ranges).toContainEqual({ from_slot: MISSING_SLOT, to_slot: MISSING_SLOT });
  });
});

test('an unknown wallet has no trades, and the answer still has its coverage', async () => {
  const answer = await scan('stranger', 4);
  expect(answer).toMatchObject({
    trades: [],
    summary: { total_transactions: 0, total_dex_trades: 0, total_sandwich_attacks: 0 },
    covered: { to_slot: NEWEST },
  });
});

// Last, because it changes the stored data.
test('a trade in a slot with two stored blocks is omitted until one of them is removed', async () => {
  const before = expectedOf('alice', 1, 2);
  const { slot } = before.find(({ incidents }) => incidents.length > 0)!;
  await store.open('owner').command({
    query: `INSERT INTO slots SELECT * REPLACE (toFixedString('another', 32) AS blockhash) FROM slots WHERE slot = ${slot}`,
  });
  const answer = await scan('alice', 1, 2);
  expect(reportedTrades(answer)).toEqual(before.filter((trade) => trade.slot !== slot));
  expect(answer.summary).toMatchObject({ total_transactions: signedBy('alice', 1) });
  expect(answer.coverage).toMatchObject({ incomplete_ranges: [{ from_slot: slot, to_slot: slot }] });
});
