import { toBase58 } from '@tickscope/chain';
import { BlockWriter } from '@tickscope/store';
import { makeBusyChain } from '@tickscope/testkit/busy-chain';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { listEvery } from '../testing/list-every.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readNewestSlots } from './newest-slots.js';

const context = { id: 'test', signal: new AbortController().signal };
const blocks = makeBusyChain().slice(-60);
/** One block is never stored: the next one names it as its parent. */
const lost = blocks[30]!;
const stored = blocks.filter((block) => block !== lost);
const [first, last] = [blocks[0]!.slot, blocks.at(-1)!.slot];

let store: TestStore;
let owner: TestConnection;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

const ask = ({ limit = 50, before = null }: { limit?: number; before?: number | null } = {}) =>
  readNewestSlots(database, { limit, before }, context);

async function all(limit: number) {
  const slots: Awaited<ReturnType<typeof ask>>['slots'] = [];
  let before: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask({ limit, before });
    slots.push(...page.slots);
    before = page.nextBefore;
  } while (before !== null);
  return slots;
}

test('nothing is listed where nothing is stored', async () => {
  expect(await ask()).toEqual({ headSlot: null, slots: [], nextBefore: null });
});

test('every slot is listed once, newest first, with what its block has', async () => {
  await storeDetected(owner, stored);
  const slots = await all(100);
  expect(slots.map(({ slot }) => slot)).toEqual(
    Array.from({ length: last - first + 1 }, (_, at) => last - at),
  );
  const bySlot = new Map(stored.map((block) => [block.slot, block]));
  for (const found of slots) {
    const block = bySlot.get(found.slot);
    if (block === undefined) {
      expect(found).toMatchObject({
        state: found.slot === lost.slot ? 'missing' : 'skipped',
        reason: expect.stringMatching(
          /^(Its block is not stored|The chain has no block in it: the block of)/,
        ),
        ...{ block: null, isDetected: null, sandwichCount: null },
      });
    } else
      expect(found).toMatchObject({
        ...{ state: 'stored', reason: null, isDetected: true },
        leader: toBase58(block.leader!),
        block: {
          blockTime: block.blockTime,
          transactionCount: block.transactions.length,
          voteCount: block.transactions.filter(({ isVote }) => isVote).length,
        },
      });
  }
  expect(slots.filter(({ state }) => state === 'skipped').length).toBeGreaterThan(0);
});

test('pages of any size add up to the whole', async () => {
  expect(await all(7)).toEqual(await all(100));
});

test('the sandwiches of a slot are those that are listed as counting, by their first leg', async () => {
  const counts = new Map<number, number>();
  for (const { id } of await listEvery(database)) {
    const slot = Number(id.split('.')[0]);
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  const slots = (await all(100)).filter(({ state }) => state === 'stored');
  expect(slots.map(({ slot, sandwichCount: count }) => [slot, count])).toEqual(
    slots.map(({ slot }) => [slot, counts.get(slot) ?? 0]),
  );
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
});

test('a slot over which detection has not run has no count of sandwiches', async () => {
  await new BlockWriter(owner).write([lost]);
  const [found] = (await ask({ limit: 1, before: lost.slot + 1 })).slots;
  expect(found).toMatchObject({ slot: lost.slot, state: 'stored', isDetected: false, sandwichCount: null });
});

test('before the oldest stored slot there is nothing', async () => {
  expect(await ask({ before: first })).toMatchObject({ slots: [], nextBefore: null });
  expect((await ask({ before: 0 })).slots).toEqual([]);
});
