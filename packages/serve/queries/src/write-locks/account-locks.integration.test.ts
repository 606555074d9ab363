import { address, type Block, toBase58 } from '@tickscope/chain';
import { BlockWriter, refreshHeat } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import { naiveLocks, naiveRanking } from '@tickscope/testkit/store/naive-locks';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { lockedChain } from '../testing/locked-chain.js';
import { naiveCompeting, naivePoints, sharesOf } from '../testing/naive-write-locks.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readAccountLocks } from './account-locks.js';
import { type LockQuestion, readLockRange } from './lock-range.js';

const context = { id: 'test', signal: new AbortController().signal };
const LIMIT = 24_000_000;

const chain = lockedChain();
const newest = chain.at(-1)!;
const between = (from: number, to: number, blocks = chain): Block[] =>
  blocks.filter(({ blockTime }) => blockTime! >= from && blockTime! <= to);
const since = (hours: number, blocks = chain): Block[] =>
  between(newest.blockTime! - hours * 3_600, newest.blockTime!, blocks);

/** The hottest account, one in the middle, and the most locked of those that are never written. */
const ranking = naiveRanking(chain);
const readOnly = [...naiveLocks(chain).values()]
  .filter(({ writes }) => writes === 0)
  .sort((left, right) => right.reads - left.reads)[0]!;
const accounts = [ranking[0]!, ranking[1]!, ranking[Math.floor(ranking.length / 2)]!, readOnly].map(
  ({ account }) => account,
);
const base58 = (hex: string): string => toBase58(Buffer.from(hex, 'hex'));

let store: TestStore;
let owner: TestConnection;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  await new BlockWriter(owner).write(chain);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

const hoursOf = (hours: number): LockQuestion => ({ mode: 'time_range', value: `${hours}h`, hours });

async function expectRight(hex: string, when: LockQuestion, blocks: readonly Block[]) {
  const range = (await readLockRange(database, when, context))!;
  const limits = [{ fromSlot: 0, accountComputeUnits: LIMIT }];
  const found = await readAccountLocks(database, address(base58(hex)), range, limits, context);
  const own = naiveLocks(blocks).get(hex);
  const [from, to] = [range.fromSlot, range.toSlot];
  const { slotsPerPoint, points } = naivePoints(blocks, { from, to, most: 1_000 }, own);
  expect(found).toMatchObject({
    slotsPerPoint,
    uniqueSigners: own?.signers.size ?? 0,
    competing: naiveCompeting(blocks, hex, own),
  });
  expect(
    found.points.map((it) => [it.slot, it.timestamp, it.blocks, it.writeLocks, it.conflictEvents]),
  ).toEqual(points.map((it) => [it.slot, it.timestamp, it.blocks, it.writes, it.conflicts]));
  // One slot a point: the hottest slot of each is its own.
  for (const { slot, writeLocks, hottest } of found.points)
    expect(hottest).toEqual(writeLocks === 0 ? null : { slot, writeLocks });
  const shares = sharesOf(own, () => LIMIT);
  expect(found.points.reduce((sum, { utilizationSum }) => sum + utilizationSum, 0)).toBeCloseTo(
    shares.reduce((sum, share) => sum + share, 0),
    9,
  );
  return found;
}

test.each([1, 3, 72])('over %i hours is as counted over its blocks', async (hours) => {
  for (const hex of accounts) await expectRight(hex, hoursOf(hours), since(hours));
});

test('has the newest 100 competing transactions of a hot account, and no more', async () => {
  expect((await expectRight(accounts[0]!, hoursOf(3), since(3))).competing).toHaveLength(100);
});

test('between two times has the blocks of that time, ends included', async () => {
  const [fromTime, toTime] = [chain[40]!.blockTime!, chain[200]!.blockTime!];
  const when: LockQuestion = { mode: 'date_range', value: '', fromTime, toTime };
  await expectRight(accounts[0]!, when, chain.slice(40, 201));
  expect(await readLockRange(database, when, context)).toMatchObject({ toSlot: chain[200]!.slot });
});

test('between two times that no block is of there is no range', async () => {
  const when: LockQuestion = {
    mode: 'date_range',
    value: '',
    fromTime: 1_600_000_000,
    toTime: 1_600_086_400,
  };
  expect(await readLockRange(database, when, context)).toBeNull();
});

test('of one slot', async () => {
  const block = chain[100]!;
  await expectRight(accounts[0]!, { mode: 'slot', value: '', slot: block.slot }, [block]);
});

test('an account without locks has zeros, not missing points', async () => {
  const found = await expectRight('ab'.repeat(32), hoursOf(1), since(1));
  expect(found.points).toHaveLength(since(1).length);
});

test('is the same from made buckets, and after a block of one is replaced', async () => {
  await refreshHeat(owner, { settleSeconds: 0 });
  for (const hex of accounts) await expectRight(hex, hoursOf(72), chain);
  const old = chain[150]!;
  const made = makeBlock({ slot: old.slot, parentSlot: old.parentSlot!, seed: 7, transactions: 60 });
  const other: Block = { ...made, blockTime: old.blockTime };
  await new BlockWriter(owner).write([other]);
  const after = chain.with(150, other);
  for (const hex of accounts) await expectRight(hex, hoursOf(72), after);
});
