import { LINKS_KNOWN_VERSION } from '@tickscope/queries/coverage';
import { compileValidators } from '@tickscope/schemas';
import {
  address,
  keyOf,
  signature,
  type TestKey,
  type TestSlot,
  type TestTransaction,
} from '@tickscope/testkit/store/chain-rows';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { post } from '../../testing/request.js';

type Json = Record<string, unknown>;
interface Data {
  original_transaction: Json;
  slot_range: Json;
  results_by_slot: { slot: number; slot_offset: number; transaction_count: number; transactions: Json[] }[];
  summary: Json;
  coverage: Json;
}

const isDocumented = compileValidators().response('analyzeTrade', 200);
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

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApiUnderTest();
  const { rows } = api;
  // Stored a while ago: fresh blocks are read in another way (trade-context/versions.integration.test.ts of queries).
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
  await markDetected(api.owner, 'slot != 998');
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
afterAll(() => api?.stop());

async function ask(account: TestKey, request: Json = {}): Promise<{ data: Data; pagination: Json }> {
  const body = { signature: sigs.original.base58, account_id: account.base58, slot_range: 5, ...request };
  const answer = await post(`${api.url}/api/analyze-trade`, body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return answer.body as { data: Data; pagination: Json };
}

describe('the whole answer', () => {
  const signer = address('signer').base58;
  const record = (sig: TestKey, fields: Json): Json => ({
    signature: sig.base58,
    signer,
    poh_tick_exact: true,
    timestamp: '2023-11-14T22:13:20.000Z',
    is_vote: 0,
    accounts_read_count: 3,
    accounts_written_count: 2,
    success: true,
    roles: [],
    ...fields,
  });
  const locks = (isWrite: boolean) => ({ matched_in_read: !isWrite, matched_in_written: isWrite });
  const original = record(sigs.original, {
    signer: '1'.repeat(32),
    slot: 1000,
    poh_tick: 64_010,
    entry_index: 2,
    tx_index: 1,
    block_index: 3,
    timestamp: '2026-09-01T12:00:00.000Z',
    accounts_read_count: 9,
    accounts_written_count: 14,
    roles: [],
  });

  test('matches the blocks, computed by hand', async () => {
    const { data, pagination } = await ask(market);
    expect(data.original_transaction).toEqual(original);
    expect(data.slot_range).toEqual({ from: 995, to: 1005, range: 5 });
    expect(data.results_by_slot).toEqual([
      {
        slot: 996,
        slot_offset: -4,
        transaction_count: 1,
        transactions: [
          {
            ...record(sigs.before, {
              slot: 996,
              poh_tick: 63_747,
              entry_index: 1,
              tx_index: 1,
              block_index: 2,
            }),
            poh_tick_offset: -263,
            is_original: false,
            ...locks(true),
          },
        ],
      },
      {
        slot: 998,
        slot_offset: -2,
        transaction_count: 1,
        transactions: [
          {
            ...record(sigs.read, {
              slot: 998,
              poh_tick: 63_872,
              entry_index: 64,
              tx_index: 0,
              block_index: 0,
            }),
            poh_tick_offset: -138,
            is_original: false,
            ...locks(false),
          },
        ],
      },
      {
        slot: 999,
        slot_offset: -1,
        transaction_count: 1,
        transactions: [
          {
            ...record(sigs.rpc, { slot: 999, poh_tick: 63_999, entry_index: 0, tx_index: 5, block_index: 5 }),
            poh_tick_exact: false,
            accounts_read_count: null,
            accounts_written_count: null,
            poh_tick_offset: -11,
            is_original: false,
            ...locks(true),
          },
        ],
      },
      {
        slot: 1000,
        slot_offset: 0,
        transaction_count: 3,
        transactions: [
          {
            ...record(sigs.vote, {
              slot: 1000,
              poh_tick: 64_000,
              entry_index: 0,
              tx_index: 0,
              block_index: 0,
            }),
            timestamp: '2026-09-01T12:00:00.000Z',
            is_vote: 1,
            poh_tick_offset: -10,
            is_original: false,
            ...locks(false),
          },
          { ...original, poh_tick_offset: 0, is_original: true, ...locks(true) },
          {
            ...record(sigs.sameTick, {
              success: false,
              slot: 1000,
              poh_tick: 64_010,
              entry_index: 2,
              tx_index: 2,
              block_index: 4,
            }),
            poh_tick_offset: 0,
            is_original: false,
            ...locks(true),
          },
        ],
      },
      {
        slot: 1004,
        slot_offset: 4,
        transaction_count: 1,
        transactions: [
          {
            ...record(sigs.after, {
              slot: 1004,
              poh_tick: 64_319,
              entry_index: 70,
              tx_index: 0,
              block_index: 1,
            }),
            timestamp: null,
            poh_tick_offset: 309,
            is_original: false,
            ...locks(true),
          },
        ],
      },
    ]);
    expect(data.summary).toEqual({
      total_matching_transactions: 7,
      displayed_in_page: 7,
      slots_with_activity: 5,
      earliest_poh_tick_offset: -263,
      latest_poh_tick_offset: 309,
    });
    expect(data.coverage).toEqual({
      missing_slots: [1002, 1003],
      incomplete_slots: [1001],
      undetected_slots: [998],
      links_unknown_slots: [996, 1000],
    });
    expect(pagination).toEqual({ current_page: 1, total_items: 7, has_next_page: false });
  });
});

describe('the range', () => {
  test('defaults to four slots on either side', async () => {
    const { data } = await ask(market, { slot_range: undefined });
    expect(data.slot_range).toEqual({ from: 996, to: 1004, range: 4 });
    expect(data.coverage).toEqual({
      missing_slots: [1002, 1003],
      incomplete_slots: [1001],
      undetected_slots: [998],
      links_unknown_slots: [996, 1000],
    });
  });
});

describe('the original', () => {
  test('may be of a block from RPC: offsets are then from the last tick of its slot', async () => {
    const { data } = await ask(market, { signature: sigs.rpc.base58 });
    expect(data.original_transaction).toMatchObject({ slot: 999, poh_tick: 63_999, poh_tick_exact: false });
    const offsets = data.results_by_slot.flatMap(({ transactions }) =>
      transactions.map((tx) => tx['poh_tick_offset']),
    );
    expect(offsets).toEqual([63_747 - 63_999, 63_872 - 63_999, 0, 1, 11, 11, 64_319 - 63_999]);
  });

  test('is the whole answer for an account without transactions', async () => {
    const { data, pagination } = await ask(address('stranger'));
    expect(data.results_by_slot).toEqual([]);
    expect(data.summary).toEqual({
      total_matching_transactions: 0,
      displayed_in_page: 0,
      slots_with_activity: 0,
      earliest_poh_tick_offset: null,
      latest_poh_tick_offset: null,
    });
    expect(data.coverage).toEqual({
      missing_slots: [1002, 1003],
      incomplete_slots: [1001],
      undetected_slots: [998],
      links_unknown_slots: [996, 1000],
    });
    expect(pagination).toEqual({ current_page: 1, total_items: 0, has_next_page: false });
  });

  test.each([
    [{ start_time: BLOCK_TIME }],
    [{ end_time: BLOCK_TIME }],
    [{ start_time: BLOCK_TIME, end_time: BLOCK_TIME }],
    [{ start_time: 0, end_time: Number.MAX_SAFE_INTEGER }],
  ])('is found within %j, ends included', async (times) => {
    expect((await ask(market, times)).data.original_transaction['slot']).toBe(1000);
  });
});

describe('pages', () => {
  const signaturesOf = ({ results_by_slot }: Data) =>
    results_by_slot.flatMap(({ transactions }) => transactions.map((tx) => tx['signature']));

  test('cut the same rows, and the summary stays that of the whole range', async () => {
    const whole = await ask(market);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ask(market, { limit: 3, page })));
    expect(pages.flatMap(({ data }) => signaturesOf(data))).toEqual(signaturesOf(whole.data));
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { current_page: 1, total_items: 7, has_next_page: true },
      { current_page: 2, total_items: 7, has_next_page: true },
      { current_page: 3, total_items: 7, has_next_page: false },
      { current_page: 4, total_items: 7, has_next_page: false },
    ]);
    expect(pages.map(({ data }) => data.summary['displayed_in_page'])).toEqual([3, 3, 1, 0]);
    for (const { data } of pages)
      expect(data.summary).toMatchObject({
        total_matching_transactions: 7,
        slots_with_activity: 5,
        earliest_poh_tick_offset: -263,
        latest_poh_tick_offset: 309,
      });
  });

  test.each([2, 1_000_000, Number.MAX_SAFE_INTEGER])('page %d past the end is empty', async (page) => {
    const { data, pagination } = await ask(market, { page });
    expect(data.results_by_slot).toEqual([]);
    expect(pagination).toEqual({ current_page: page, total_items: 7, has_next_page: false });
  });
});

test('the range does not begin before slot 0', async () => {
  const early = signature('early');
  await api.rows.slots({ slot: 0, parent: null }, { slot: 2, parent: 0 });
  await api.rows.transactions({
    slot: 2,
    index: 0,
    signature: early,
    entryPosition: [64, 0, 128],
    locks: [],
  });
  await api.rows.signatures({ signature: early, slot: 2, index: 0 });
  const { data } = await ask(market, { signature: early.base58 });
  expect(data.slot_range).toEqual({ from: 0, to: 7, range: 5 });
});
