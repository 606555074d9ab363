import type { Block } from '@tickscope/chain';
import { BlockWriter, refreshHeat } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import { bytesOf } from '@tickscope/testkit/store/chain-rows';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { lockedChain } from '../testing/locked-chain.js';
import { type LimitOf, naiveHeatCells, naiveHotAccounts } from '../testing/naive-write-locks.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readHeatMap } from './heat-map.js';
import { readHeatRange } from './heat-params.js';
import { readHotAccounts } from './hot-accounts.js';
import { readLockRange } from './lock-range.js';

const context = { id: 'test', signal: new AbortController().signal };
const LIMIT = 24_000_000;

const chain = lockedChain();
const newest = chain.at(-1)!;
const since = (hours: number, blocks: readonly Block[] = chain): Block[] =>
  blocks.filter(({ blockTime }) => blockTime! >= newest.blockTime! - hours * 3_600);

let store: TestStore;
let owner: TestConnection;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

async function ask(hours: number, most: number, limits = [{ fromSlot: 0, accountComputeUnits: LIMIT }]) {
  const question = { mode: 'time_range', value: `${hours}h`, hours } as const;
  const range = await readLockRange(database, question, context);
  const heatRange = await readHeatRange(database, range!, limits, context);
  const hot = await readHotAccounts(database, heatRange, most, context);
  return { range: range!, ...hot, heat: await readHeatMap(database, heatRange, hot.accounts, context) };
}

const expectedOf = (blocks: readonly Block[], most: number, limitOf: LimitOf = () => LIMIT) =>
  naiveHotAccounts(blocks, limitOf, most).map(({ utilizationSum, utilizationMax, ...account }) => ({
    ...account,
    utilizationSum: expect.closeTo(utilizationSum, 9),
    utilizationMax: expect.closeTo(utilizationMax, 9),
  }));

async function expectHours(hours: number, most: number, blocks: readonly Block[]): Promise<void> {
  const { range, accounts, isRankingExact, heat: map } = await ask(hours, most);
  const asked = since(hours, blocks);
  expect(accounts).toMatchObject(expectedOf(asked, most));
  expect(map.cells).toEqual(naiveHeatCells(asked, range.fromSlot, range.toSlot, most));
  expect(isRankingExact).toBe(true);
}

const heat = () => refreshHeat(owner, { settleSeconds: 0 });

test('without stored blocks there is no range', async () => {
  const question = { mode: 'time_range', value: '1h', hours: 1 } as const;
  expect(await readLockRange(database, question, context)).toBeNull();
});

describe('a chain', () => {
  beforeAll(() => new BlockWriter(owner).write(chain));

  test('is reported as counted over its blocks, before any bucket is made', async () => {
    await expectHours(1, 20, chain);
    await expectHours(3, 30, chain);
  });

  test('and the same from made buckets, at both ends cut', async () => {
    expect((await heat()).made.length).toBeGreaterThan(1);
    await expectHours(1, 20, chain);
    await expectHours(3, 30, chain);
    await expectHours(12, 7, chain);
  });

  test('stays correct when a block of a computed bucket is replaced, and after the bucket is computed again', async () => {
    const at = chain.length - 60;
    const old = chain[at]!;
    const made = makeBlock({ slot: old.slot, parentSlot: old.parentSlot!, seed: 7, transactions: 60 });
    const other: Block = { ...made, blockTime: old.blockTime };
    expect((await new BlockWriter(owner).write([other])).outcomes.get(old.slot)).toBe('replaced');
    const after = chain.with(at, other);
    await expectHours(3, 30, after);
    await heat();
    await expectHours(3, 30, after);
    await new BlockWriter(owner).write([old]);
    await expectHours(3, 30, chain);
  });

  test('counts every lock once when all of its rows are there twice', async () => {
    // The result of a second ingester that wrote at the same time.
    for (const table of ['slots', 'account_slots', 'slot_heat'])
      await owner.command({ query: `INSERT INTO ${table} SELECT * FROM ${table} FINAL` });
    await expectHours(3, 30, chain);
    await heat();
    await expectHours(3, 30, chain);
  });

  test('counts the other transactions where one has no compute units, before and after its bucket is made', async () => {
    const at = chain.length - 40;
    const block = chain[at]!;
    const transactions = block.transactions!.map((tx, index) =>
      index % 3 === 0 && tx.meta !== null ? { ...tx, meta: { ...tx.meta, computeUnits: null } } : tx,
    );
    // Another block for the slot: the writer treats the first as a lost fork, and deletes its rows.
    const { blockhash } = makeBlock({ slot: block.slot, seed: 8 });
    const partly: Block = { ...block, blockhash, transactions };
    expect((await new BlockWriter(owner).write([partly])).outcomes.get(block.slot)).toBe('replaced');
    const blocks = chain.with(at, partly);
    await expectHours(3, 30, blocks);
    await heat();
    await expectHours(3, 30, blocks);
    await new BlockWriter(owner).write([block]);
  });

  test('has its shares of either limit where the limit changes within the hours, and within a bucket', async () => {
    const change = chain[250]!.slot + (chain[250]!.slot % 128 === 0 ? 1 : 0);
    const { accounts } = await ask(3, 30, [
      { fromSlot: 7, accountComputeUnits: 1_000_000 },
      { fromSlot: change, accountComputeUnits: 3_000_000 },
    ]);
    const limitOf = (slot: number) => (slot < change ? 1_000_000 : 3_000_000);
    expect(accounts).toMatchObject(expectedOf(since(3), 30, limitOf));
  });
});

test('is not called exact where accounts that were left out may have used as much as the last one', async () => {
  await store.fresh();
  const accounts = Array.from({ length: 600 }, (_, at) => bytesOf(`account ${at}`, 32));
  const block = makeBlock({ slot: 400_000_100, transactions: 8, accounts });
  const transactions = block.transactions.map((tx) =>
    tx.meta === null ? tx : { ...tx, meta: { ...tx.meta, computeUnits: 5_000 } },
  );
  const stored = { ...block, transactions, blockTime: 1_788_264_000 };
  await new BlockWriter(owner).write([stored]);
  const used = naiveHotAccounts([stored], () => LIMIT, accounts.length).map(
    ({ computeUnits }) => computeUnits,
  );
  // More accounts tie with the last one than are looked at.
  const most = used.findIndex((units, at) => units === used[at + 60]) + 1;
  expect(most).toBeGreaterThan(0);
  const found = await ask(1, most);
  expect(found.accounts.map(({ computeUnits }) => computeUnits)).toEqual(used.slice(0, most));
  expect(found.isRankingExact).toBe(false);
});
