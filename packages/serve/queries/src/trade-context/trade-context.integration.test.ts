import {
  address,
  ChainRows,
  keyOf,
  signature,
  type TestKey,
  type TestSlot,
  type TestTransaction,
} from '@tickscope/testkit/store/chain-rows';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINKS_KNOWN_VERSION } from '../coverage/links-known.js';
import type { Database } from '../database.js';
import { type AskedTradeContext, askTradeContext } from '../testing/ask-trade-context.js';
import { openTestDatabase } from '../testing/test-database.js';
import type { MatchingTransaction, TradeContext } from './trade-context.js';

const BLOCK_TIME = 1_788_264_000;

const market = address('market');
const other = address('other');
const sigs = {
  before: signature('before'),
  read: signature('read'),
  rpc: signature('rpc'),
  vote: signature('vote'),
  original: signature('original'),
  sameTick: signature('same tick'),
  after: signature('after'),
};

/**
 * Slots 994 to 1006 around the original in 1000:
 * 995 skipped, 996, 997 skipped, 998, 999 from RPC, 1000, 1001 entries only, 1002 unknown, 1003 being written,
 * 1004, 1005 skipped (1006 says so), 1006 beyond the range.
 */
const transactions: TestTransaction[] = [
  { slot: 990, index: 0, signature: signature('too early'), entryPosition: [0, 0, 63_360] },
  { slot: 996, index: 2, signature: sigs.before, entryPosition: [1, 1, 63_747] },
  { slot: 998, index: 0, signature: sigs.read, entryPosition: [64, 0, 63_872] },
  { slot: 999, index: 5, signature: sigs.rpc, entryPosition: null, counts: null, version: 3 },
  {
    slot: 1000,
    index: 0,
    signature: sigs.vote,
    entryPosition: [0, 0, 64_000],
    isVote: true,
    blockTime: BLOCK_TIME,
  },
  {
    slot: 1000,
    index: 3,
    signature: sigs.original,
    signer: keyOf(new Uint8Array(32)),
    entryPosition: [2, 1, 64_010],
    blockTime: BLOCK_TIME,
    counts: [9, 14],
  },
  { slot: 1000, index: 4, signature: sigs.sameTick, entryPosition: [2, 2, 64_010], success: false },
  { slot: 1003, index: 0, signature: signature('being written'), entryPosition: [0, 0, 64_192] },
  { slot: 1004, index: 1, signature: sigs.after, entryPosition: [70, 0, 64_319], blockTime: null },
  { slot: 1006, index: 0, signature: signature('too late'), entryPosition: [0, 0, 64_384] },
];
const reads = new Set([sigs.read, sigs.vote]);

let store: TestStore;
let rows: ChainRows;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  const owner = await store.fresh();
  rows = new ChainRows(owner);
  database = openTestDatabase(store);
  // Stored a while ago: fresh blocks are read in another way (versions.integration.test.ts).
  const slots: TestSlot[] = [
    { slot: 990 },
    { slot: 996, parent: 994 },
    { slot: 998, parent: 996 },
    { slot: 999, content: 'no_entries' },
    { slot: 1000 },
    { slot: 1001, content: 'entries_only' },
    { slot: 1004, parent: 1003 },
    { slot: 1006, parent: 1004 },
  ];
  const olderVersions = new Set([990, 996, 1000]);
  const versionOf = (slot: number) => LINKS_KNOWN_VERSION - (olderVersions.has(slot) ? 1 : 0);
  await rows.slots(...slots.map((slot) => ({ ...slot, version: versionOf(slot.slot), insertedDaysAgo: 1 })));
  await markDetected(owner, 'slot != 998');
  await rows.transactions(
    ...transactions.map((tx) => ({
      ...tx,
      locks: [
        { account: market, isWrite: !reads.has(tx.signature) },
        { account: other, isWrite: true },
      ].filter(({ account }) => account === market || tx.slot === 996),
    })),
  );
  await rows.signatures({ signature: sigs.original, slot: 1000, index: 3 });
  await rows.signatures({ signature: sigs.rpc, slot: 999, index: 5 });
});
afterAll(() => store?.stop());

const ask = (account: TestKey, asked: Partial<AskedTradeContext> = {}): Promise<TradeContext> =>
  askTradeContext(database, { signature: sigs.original, account, ...asked });

const slotsOf = ({ rows: found }: TradeContext): number[] => found.map(({ slot }) => slot);
const COVERAGE = {
  missing_slots: [1002, 1003],
  incomplete_slots: [1001],
  undetected_slots: [998],
  links_unknown_slots: [996, 1000],
};

describe('the whole answer', () => {
  const record = (
    sig: TestKey,
    [slot, blockIndex]: [slot: number, blockIndex: number],
    [entryIndex, txIndex, pohTick]: [number, number, number] | [null, null, null],
    fields: Partial<MatchingTransaction> = {},
  ) => ({
    ...{ signature: sig.base58, signer: address('signer').base58 },
    ...{ slot, blockIndex, entryIndex, txIndex, pohTick },
    // 2023-11-14T22:13:20Z.
    blockTime: 1_700_000_000,
    isVote: false,
    accountsReadCount: 3,
    accountsWrittenCount: 2,
    success: true,
    ...fields,
  });
  const original = record(sigs.original, [1000, 3], [2, 1, 64_010], {
    signer: '1'.repeat(32) as MatchingTransaction['signer'],
    blockTime: BLOCK_TIME,
    accountsReadCount: 9,
    accountsWrittenCount: 14,
  });

  test('matches the blocks, computed by hand', async () => {
    const found = await ask(market);
    expect(found.original).toMatchObject(original);
    expect(found.rows).toMatchObject([
      record(sigs.before, [996, 2], [1, 1, 63_747], { isWrite: true }),
      record(sigs.read, [998, 0], [64, 0, 63_872], { isWrite: false }),
      record(sigs.rpc, [999, 5], [null, null, null], {
        ...{ accountsReadCount: null, accountsWrittenCount: null, isWrite: true },
      }),
      record(sigs.vote, [1000, 0], [0, 0, 64_000], { blockTime: BLOCK_TIME, isVote: true, isWrite: false }),
      { ...original, isWrite: true },
      record(sigs.sameTick, [1000, 4], [2, 2, 64_010], { success: false, isWrite: true }),
      record(sigs.after, [1004, 1], [70, 0, 64_319], { blockTime: null, isWrite: true }),
    ]);
    expect(found.rows).toHaveLength(7);
    expect(found.roles.size).toBe(0);
    expect(found.activity).toEqual([
      { slot: 996, lockCount: 1, firstPohTick: 63_747, lastPohTick: 63_747 },
      { slot: 998, lockCount: 1, firstPohTick: 63_872, lastPohTick: 63_872 },
      { slot: 999, lockCount: 1, firstPohTick: null, lastPohTick: null },
      { slot: 1000, lockCount: 3, firstPohTick: 64_000, lastPohTick: 64_010 },
      { slot: 1004, lockCount: 1, firstPohTick: 64_319, lastPohTick: 64_319 },
    ]);
    expect(found.coverage).toEqual(COVERAGE);
  });
});

describe('the range', () => {
  test('of four slots on either side ends before its neighbours', async () => {
    expect((await ask(market, { range: 4 })).coverage).toEqual(COVERAGE);
  });

  test('may be one slot', async () => {
    const found = await ask(market, { range: 1 });
    expect(slotsOf(found)).toEqual([999, 1000, 1000, 1000]);
    expect(found.coverage).toEqual({
      missing_slots: [],
      incomplete_slots: [1001],
      undetected_slots: [],
      links_unknown_slots: [1000],
    });
  });

  test('includes rows outside of a smaller one', async () => {
    const found = await ask(market, { range: 100 });
    expect([...new Set(slotsOf(found))]).toEqual([990, 996, 998, 999, 1000, 1004, 1006]);
    // 900 to 988 (989 is the parent of 990, so it is known to exist), 991 to 994, and the slots after the
    // newest block.
    expect(found.coverage.missing_slots.length).toBe(90 + 4 + 2 + 94);
  });
});

describe('the original', () => {
  test('may be of a block from RPC, whose ticks are not known', async () => {
    const found = await ask(market, { signature: sigs.rpc });
    expect(found.original).toMatchObject({ slot: 999, pohTick: null });
    expect(found.rows.map(({ pohTick }) => pohTick)).toEqual([
      ...[63_747, 63_872, null, 64_000, 64_010, 64_010, 64_319],
    ]);
  });

  test('need not touch the account: then no row is the original', async () => {
    const found = await ask(other);
    expect(found.original.signature).toBe(sigs.original.base58);
    expect(found.rows.map(({ slot, signature: own }) => [slot, own])).toEqual([[996, sigs.before.base58]]);
  });

  test('is the whole answer for an account without transactions', async () => {
    const found = await ask(address('stranger'));
    expect([found.rows, found.activity]).toEqual([[], []]);
    expect(found.coverage).toEqual(COVERAGE);
  });
});

describe('pages', () => {
  const signaturesOf = ({ rows: found }: TradeContext) => found.map(({ signature: own }) => own);

  test('cut the same rows, and the activity stays that of the whole range', async () => {
    const whole = await ask(market);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ask(market, { limit: 3, page })));
    expect(pages.flatMap(signaturesOf)).toEqual(signaturesOf(whole));
    expect(pages.map(({ rows: found }) => found.length)).toEqual([3, 3, 1, 0]);
    for (const { activity } of pages) expect(activity).toEqual(whole.activity);
  });

  test('hold of a slot only their own rows', async () => {
    expect(slotsOf(await ask(market, { limit: 4, page: 1 }))).toEqual([996, 998, 999, 1000]);
    expect(slotsOf(await ask(market, { limit: 4, page: 2 }))).toEqual([1000, 1000, 1004]);
  });

  test.each([2, 1_000_000, Number.MAX_SAFE_INTEGER])('page %d past the end is empty', async (page) => {
    expect((await ask(market, { page })).rows).toEqual([]);
  });
});

test('a slot in a gap is incomplete instead of missing, until the gap is repaired', async () => {
  const gap = { from: 1002, to: 1003, cause: 'incomplete' };
  await rows.gaps({ ...gap, state: 'repairing' }, { from: 996, to: 1010, cause: 'missing', state: 'open' });
  expect((await ask(market)).coverage).toEqual({
    ...COVERAGE,
    missing_slots: [],
    incomplete_slots: [1001, 1002, 1003],
  });
  await rows.gaps({ ...gap, state: 'repaired' });
  expect((await ask(market)).coverage).toEqual(COVERAGE);
});

test('the range does not begin before slot 0', async () => {
  const early = signature('early');
  await rows.slots({ slot: 0, parent: null }, { slot: 2, parent: 0 });
  await rows.transactions({
    slot: 2,
    index: 0,
    signature: early,
    entryPosition: [64, 0, 128],
    locks: [],
  });
  await rows.signatures({ signature: early, slot: 2, index: 0 });
  const { coverage } = await ask(market, { signature: early });
  expect(coverage.missing_slots).toEqual([3, 4, 5, 6, 7]);
});
