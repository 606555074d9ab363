import { type Address, address, type Block, toBase58 } from '@tickscope/chain';
import { BlockWriter } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import { Random } from '@tickscope/testkit/random';
import { bytesOf } from '@tickscope/testkit/store/chain-rows';
import { nearestRank } from '@tickscope/testkit/store/naive-locks';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { NaiveFees } from '../testing/naive-fees.js';
import { openTestDatabase } from '../testing/test-database.js';
import { costliestOf, readFees } from './read-fees.js';
import { readRecentFees } from './read-recent-fees.js';

const context = { id: 'test', signal: new AbortController().signal };

const FIRST = 400_000_100;
const LAST = FIRST + 119;
/** From here on another limit is in force. */
const CHANGE = FIRST + 70;
const LIMITS = [
  { fromSlot: 0, accountComputeUnits: 24_000_000 },
  { fromSlot: CHANGE, accountComputeUnits: 40_000_000 },
];
const limitOf = (slot: number): number => (slot < CHANGE ? 24_000_000 : 40_000_000);

const keys = Array.from({ length: 30 }, (_, at) => bytesOf(`account ${at}`, 32));
const accountOf = (key: Uint8Array): Address => address(toBase58(key));

/** Blocks of every kind: skipped and missing slots, blocks without entries, with one tick, and without metadata. */
const chain: Block[] = [];
let parentSlot = FIRST - 1;
for (let slot = FIRST; slot <= LAST; slot += 1) {
  if (slot % 10 === 3) continue;
  const content = slot % 13 === 0 ? 'no_entries' : 'full';
  const model = slot % 17 === 0 && parentSlot === slot - 1 ? 'alpenglow' : 'ticked';
  chain.push(
    makeBlock({
      ...{ slot, parentSlot, content, model, accounts: keys },
      transactions: 5 + (slot % 20),
      hasMeta: slot % 11 !== 0,
    }),
  );
  parentSlot = slot;
}
const missing = [FIRST + 50, FIRST + 51, FIRST + 99].filter((slot) => slot % 10 !== 3);
const stored = chain.filter(({ slot }) => !missing.includes(slot));
const naive = new NaiveFees(stored);

let store: TestStore;
let owner: TestConnection;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

test('nothing is known where nothing is stored', async () => {
  expect(
    await readFees(database, { accounts: [accountOf(keys[0]!)], slots: 50 }, LIMITS, context),
  ).toBeNull();
  await new BlockWriter(owner).write(stored);
});

test('random accounts and ranges are as counted lock by lock', async () => {
  const random = new Random(5);
  for (const slots of [1, 7, 50, 119, 300]) {
    const asked = keys.filter(() => random.chance(1, 3));
    const accounts = [...asked.map(accountOf), accountOf(bytesOf(`nobody ${slots}`, 32))];
    const fees = (await readFees(database, { accounts, slots }, LIMITS, context))!;
    const from = LAST - slots + 1;
    expect(fees.range).toEqual({ fromSlot: from, toSlot: LAST });
    const blocks = stored.filter(({ slot }) => slot >= from);
    expect(fees.readableSlots).toBe(blocks.length);
    expect(fees.coverage.missing_slots.filter((slot) => slot >= FIRST)).toEqual(
      missing.filter((slot) => slot >= from),
    );
    expect(fees.accounts.map(({ account }) => account)).toEqual(accounts);
    for (const [at, { account, usedShare, ...found }] of fees.accounts.entries()) {
      const hex = Buffer.from(asked[at] ?? bytesOf(`nobody ${slots}`, 32)).toString('hex');
      const { shares, ...wanted } = naive.of(hex, from, limitOf);
      expect({ account, ...found }).toEqual({ account, ...wanted });
      expectShares(usedShare, shares);
    }
  }
});

test('recent fees are those that a node counts', async () => {
  const random = new Random(6);
  const found: number[] = [];
  for (const slots of [1, 20, 150, 150, 150]) {
    const asked = keys.filter(() => random.chance(1, 15));
    const fees = await readRecentFees(database, { accounts: asked.map(accountOf), slots }, context);
    const hexes = asked.map((key) => Buffer.from(key).toString('hex'));
    expect(fees).toEqual(naive.recent(hexes, LAST - slots + 1));
    found.push(fees.filter(({ price }) => price > 0n).length);
  }
  expect(Math.max(...found)).toBeGreaterThan(5);
  expect(await readRecentFees(database, { accounts: [], slots: 150 }, context)).toEqual(
    naive.recent([], FIRST),
  );
});

function expectShares(
  found: { slots: number; mean: number; p50: number; p90: number; max: number } | null,
  shares: readonly number[],
): void {
  if (shares.length === 0) {
    expect(found).toBeNull();
    return;
  }
  // Shares as integers, for the ranks of the other tests.
  const scaled = shares.map((share) => BigInt(Math.round(share * 1e12)));
  const rank = (percent: number): number => Number(nearestRank(scaled, percent)) / 1e12;
  expect(found!.slots).toBe(shares.length);
  expect(found!.mean).toBeCloseTo(shares.reduce((sum, share) => sum + share, 0) / shares.length, 9);
  expect(found!.p50).toBeCloseTo(rank(50), 9);
  expect(found!.p90).toBeCloseTo(rank(90), 9);
  expect(found!.max).toBeCloseTo(shares.at(-1)!, 9);
}

test('the sample has failures, transactions without a price or a tick, and prices beyond 2^53', () => {
  const all = keys.map((key) => naive.of(Buffer.from(key).toString('hex'), 0, limitOf));
  for (const { landed, withoutPrice, failed, unknown, count, byQuarter, prices } of all) {
    expect(Math.min(landed, withoutPrice, failed, unknown, count)).toBeGreaterThan(0);
    const placed = byQuarter.reduce((sum, quarter) => sum + quarter.count, 0);
    expect(placed).toBeGreaterThan(0);
    expect(placed).toBeLessThan(count);
    expect(prices!.max).toBeGreaterThan(2n ** 53n);
  }
});

test('where the limit is not known, the share is not', async () => {
  const question = { accounts: [accountOf(keys[0]!)], slots: 60 };
  const later = [{ fromSlot: LAST, accountComputeUnits: 40_000_000 }];
  const fees = (await readFees(database, question, later, context))!;
  expect(fees.accounts[0]!.usedShare).toBeNull();
  expect(fees.accounts[0]!.prices).not.toBeNull();
});

test('the costliest has the highest median, then the highest maximum', () => {
  const of = (name: string, p50: bigint | null, max = 9n) => ({
    ...{ account: name as Address, landed: 1, withoutPrice: 0, failed: 0, unknown: 0, count: 1 },
    prices: p50 === null ? null : { min: 0n, p25: 0n, p50, p75: p50, p90: p50, p95: p50, max },
    ...{ byQuarter: [], usedShare: null },
  });
  expect(costliestOf([of('a', 1n), of('b', 3n, 4n), of('c', 3n, 5n), of('d', 3n, 5n)])?.account).toBe('c');
  expect(costliestOf([of('a', null), of('b', 0n)])?.account).toBe('b');
  expect(costliestOf([of('a', null)])).toBeNull();
});
