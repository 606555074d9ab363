import { type Block, toBase58 } from '@tickscope/chain';
import { makeBlock } from '@tickscope/testkit/made-block';
import { address, ChainRows, keyOf } from '@tickscope/testkit/store/chain-rows';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readSlot } from './read-slot.js';

const context = { id: 'test', signal: new AbortController().signal };
/** Every kind of transaction and of entries; some slots were skipped. */
const blocks = [5_000, 5_001, 5_003, 5_004, 5_007, 5_008].map((slot, at, slots) =>
  makeBlock({ slot, parentSlot: slots[at - 1] ?? slot - 1, seed: 7, transactions: 200 }),
);
const [first, last] = [blocks[0]!.slot, blocks.at(-1)!.slot];

let store: TestStore;
let owner: TestConnection;
let rows: ChainRows;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  rows = new ChainRows(owner);
  database = openTestDatabase(store);
  await storeDetected(owner, blocks);
});
afterAll(() => store?.stop());

const ask = (slot: number, { limit = 1_000, fromIndex = 0, withVotes = true } = {}) =>
  readSlot(database, slot, { limit, fromIndex, withVotes }, context);

/** The ticks before a transaction, counted over the entries of its block: a second way to its tick height. */
function ticksBefore({ parentSlot, entries }: Block, blockIndex: number): number {
  const holds = entries.findIndex((_, at) => {
    const through = entries.slice(0, at + 1).reduce((sum, entry) => sum + entry.transactionCount, 0);
    return through > blockIndex;
  });
  const ticks = entries.slice(0, holds).filter(({ transactionCount }) => transactionCount === 0).length;
  return (parentSlot! + 1) * 64 + ticks;
}

test('every block of a chain is there with its entries and all of its transactions, in order', async () => {
  let compared = 0;
  for (const block of blocks) {
    const found = await ask(block.slot);
    expect(found).toMatchObject({
      slot: block.slot,
      headSlot: last,
      state: 'stored',
      reason: null,
      isDetected: true,
      nextIndex: null,
      block: {
        blockhash: toBase58(block.blockhash),
        parentSlot: block.parentSlot,
        blockHeight: block.blockHeight,
        blockTime: block.blockTime,
        transactionCount: block.transactions.length,
        voteCount: block.transactions.filter(({ isVote }) => isVote).length,
        failedCount: block.transactions.filter(({ meta }) => meta!.error !== null).length,
        entryCount: block.entries.length,
      },
    });
    expect(found.entries.map((entry) => [entry.hash, entry.numHashes, entry.transactionCount])).toEqual(
      block.entries.map((entry) => [toBase58(entry.hash), entry.numHashes, entry.transactionCount]),
    );
    expect(
      found.transactions.map((tx) => [
        ...[tx.signature, tx.signer, tx.blockIndex, tx.isVote, tx.success, tx.error],
        ...[tx.fee, tx.computeUnits, tx.pohTick],
      ]),
    ).toEqual(
      block.transactions.map((tx, index) => [
        ...[toBase58(tx.signatures[0]!), toBase58(tx.staticKeys[0]!), index, tx.isVote],
        ...[tx.meta!.error === null, tx.meta!.error, String(tx.meta!.feeLamports), tx.meta!.computeUnits],
        ticksBefore(block, index),
      ]),
    );
    compared += found.transactions.length;
  }
  expect(compared).toBeGreaterThan(1_000);
});

test('pages of any size add up to the block, without votes too', async () => {
  const { slot, transactions } = blocks[3]!;
  for (const withVotes of [true, false]) {
    const paged: string[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(slot, {
        limit: 23,
        fromIndex: from,
        withVotes,
      });
      expect(page.transactions.length).toBeLessThanOrEqual(23);
      paged.push(...page.transactions.map(({ signature }) => signature));
      from = page.nextIndex;
    }
    const wanted = transactions.filter(({ isVote }) => withVotes || !isVote);
    expect(paged).toEqual(wanted.map(({ signatures }) => toBase58(signatures[0]!)));
  }
});

describe('a slot without a block says which kind it is, and why', () => {
  // Slots long before the chain: its own end is not touched.
  const [A, B, C, D, E] = [first - 500, first - 490, first - 480, first - 470, first - 460];
  beforeAll(async () => {
    await rows.slots(
      { slot: A },
      { slot: A + 3, parent: A },
      { slot: B, content: 'entries_only' },
      { slot: D },
      { slot: D, blockhash: keyOf(new Uint8Array(32).fill(9)) },
      { slot: E, leader: address('leader') },
    );
    await rows.gaps(
      { from: C, to: C + 1, cause: 'missing', state: 'open' },
      { from: C + 2, to: C + 2, cause: 'incomplete', state: 'given_up' },
      { from: C + 3, to: C + 3, cause: 'missing', state: 'repaired' },
    );
  });

  test.each<[string, number, string, RegExp]>([
    [
      'skipped',
      A + 1,
      'skipped',
      new RegExp(`no block in it: the block of slot ${A + 3} follows that of ${A}\\.`),
    ],
    ['only entries', B, 'incomplete', /only the entries are stored/],
    ['recorded as missing', C, 'missing', /No source delivered its block\. Its repair waits\./],
    ['delivered in part', C + 2, 'incomplete', /only in part\. Its repair was given up\./],
    [
      'missing, with a gap that was repaired before',
      C + 3,
      'missing',
      /is not stored, and no stored block shows/,
    ],
    ['two blocks', D, 'incomplete', /Two blocks are stored/],
    ['before the oldest', A - 1, 'not_stored', new RegExp(`older than the oldest stored slot, ${A}\\.`)],
    ['after the newest', last + 1, 'not_stored', new RegExp(`newer than the newest stored slot, ${last}\\.`)],
    ['far away', 999_999_999_999_999, 'not_stored', /newer than the newest/],
  ])('%s', async (_, slot, state, reason) => {
    const found = await ask(slot);
    expect(found).toMatchObject({ slot, state, reason: expect.stringMatching(reason), isDetected: null });
    expect([found.transactions, found.nextIndex]).toEqual([[], null]);
    if (state !== 'incomplete') expect([found.block, found.entries]).toEqual([null, []]);
  });

  test('a block without detection says so, and its leader is the one that the fee reward names', async () => {
    expect(await ask(E)).toMatchObject({
      state: 'stored',
      isDetected: false,
      leader: address('leader').base58,
    });
  });
});

test('an empty store says that nothing is stored yet', async () => {
  await owner.command({ query: 'TRUNCATE TABLE slots' });
  expect(await ask(first)).toMatchObject({
    state: 'not_stored',
    reason: 'Nothing is stored yet.',
    headSlot: null,
  });
});
