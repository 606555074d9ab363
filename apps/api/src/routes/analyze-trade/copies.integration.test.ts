import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { address, bytesOf, keyOf, signature, type TestKey } from '../../testing/chain-rows.js';
import { get, post } from '../../testing/request.js';

/** Rows in several copies, as before a merge in ClickHouse, and as a dead writer leaves them. */

let api: ApiUnderTest;
const market = address('market');
const original = signature('original');

beforeAll(async () => {
  api = await startApiUnderTest();
  // The test needs the state before merges, so merges are stopped.
  for (const table of ['slots', 'transactions', 'account_locks', 'account_slots', 'signatures'])
    await api.owner.command({
      query: `ALTER TABLE ${table} MODIFY SETTING max_bytes_to_merge_at_min_space_in_pool = 1, max_bytes_to_merge_at_max_space_in_pool = 1`,
    });
});
afterAll(() => api?.stop());

interface Row {
  signature: string;
  slot: number;
  poh_tick: number;
  poh_tick_exact: boolean;
  matched_in_written: boolean;
  is_original: boolean;
}

async function ask(sig: TestKey, account = market, request = {}) {
  const body = { signature: sig.base58, account_id: account.base58, ...request };
  const answer = await post(`${api.url}/api/analyze-trade`, body);
  expect(answer.status).toBe(200);
  const { data, pagination } = answer.body as {
    data: {
      original_transaction: Row;
      results_by_slot: { transactions: Row[] }[];
      coverage: { missing_slots: number[]; incomplete_slots: number[] };
    };
    pagination: { total_items: number };
  };
  return {
    data,
    total: pagination.total_items,
    rows: data.results_by_slot.flatMap(({ transactions }) => transactions),
  };
}

test('of two copies of a block the better one answers, whichever came last', async () => {
  const second = signature('second');
  const good = async () => {
    await api.rows.transactions(
      {
        slot: 1000,
        index: 0,
        signature: original,
        entryPosition: [1, 0, 64_005],
        locks: [{ account: market, isWrite: true }],
      },
      {
        slot: 1000,
        index: 1,
        signature: second,
        entryPosition: [2, 0, 64_006],
        locks: [{ account: market, isWrite: true }],
      },
    );
    await api.rows.accountSlots({ account: market, slot: 1000, lockCount: 2, ticks: [64_005, 64_006] });
    await api.rows.signatures({ signature: original, slot: 1000, index: 0 });
    await api.rows.slots({ slot: 1000 });
  };
  // From a node that did not return the loaded addresses: the second transaction's lock is not known.
  const poor = async () => {
    const tx = { slot: 1000, entryPosition: null, success: null, counts: null, version: 2 };
    await api.rows.transactions(
      { ...tx, index: 0, signature: original, locks: [{ account: market, isWrite: false }] },
      { ...tx, index: 1, signature: second, locks: [] },
    );
    await api.rows.accountSlots({ account: market, slot: 1000, lockCount: 1, ticks: null, version: 2 });
    await api.rows.signatures({ signature: original, slot: 1000, index: 0 });
    await api.rows.slots({ slot: 1000, content: 'no_entries', version: 2 });
  };
  await poor();
  await good();
  await poor();
  await good();
  await api.rows.slots({ slot: 1000, content: 'entries_only' });

  const result = await api.owner.query({ query: 'SELECT count() FROM transactions', format: 'JSONCompact' });
  expect((await result.json()).data).toEqual([['8']]);

  const { rows, total, data } = await ask(original);
  expect(total).toBe(2);
  expect(
    rows.map((row) => [row.signature, row.poh_tick, row.poh_tick_exact, row.matched_in_written]),
  ).toEqual([
    [original.base58, 64_005, true, true],
    [second.base58, 64_006, true, true],
  ]);
  expect(data.original_transaction).toMatchObject({ poh_tick: 64_005, poh_tick_exact: true });
  expect((await ask(original, market, { limit: 1, page: 2 })).rows.map((row) => row.signature)).toEqual([
    second.base58,
  ]);
  expect((await get(`${api.url}/api/transaction/${original.base58}`)).body).toMatchObject({
    data: { success: true, fee: 5_000 },
  });
});

test('rows that a dead writer left in another slot do not hide the stored transaction', async () => {
  await api.rows.transactions({
    slot: 1003,
    index: 9,
    signature: original,
    entryPosition: [1, 0, 64_192],
    locks: [],
  });
  await api.rows.signatures({ signature: original, slot: 1003, index: 9 });
  const { data } = await ask(original);
  expect(data.original_transaction.slot).toBe(1000);
  expect((await get(`${api.url}/api/transaction/${original.base58}`)).body).toMatchObject({
    data: { slot: 1000 },
  });
});

test('distinguishes two signatures with the same first eight bytes', async () => {
  const withSameStart = (tail: string) =>
    keyOf(Buffer.concat([bytesOf('the same start', 8), bytesOf(`tail ${tail}`, 56)]));
  const [a, b] = [withSameStart('a'), withSameStart('b')];
  await api.rows.slots({ slot: 5000 }, { slot: 5001 });
  await api.rows.transactions(
    { slot: 5000, index: 0, signature: a, entryPosition: [0, 0, 320_000], locks: [] },
    { slot: 5001, index: 0, signature: b, entryPosition: [0, 0, 320_064], locks: [] },
  );
  await api.rows.signatures({ signature: a, slot: 5000, index: 0 }, { signature: b, slot: 5001, index: 0 });
  expect((await ask(a)).data.original_transaction).toMatchObject({ slot: 5000, signature: a.base58 });
  expect((await ask(b)).data.original_transaction).toMatchObject({ slot: 5001, signature: b.base58 });
});

test('a slot with two different blocks is not read, and said to be incomplete', async () => {
  await api.rows.slots({ slot: 1001 }, { slot: 1001, blockhash: address('another hash'), parent: 998 });
  const stray = signature('stray');
  await api.rows.transactions({
    slot: 1001,
    index: 0,
    signature: stray,
    entryPosition: [0, 0, 64_064],
    locks: [{ account: market, isWrite: true }],
  });
  await api.rows.accountSlots({ account: market, slot: 1001, lockCount: 1, ticks: [64_064, 64_064] });
  await api.rows.signatures({ signature: stray, slot: 1001, index: 0 });
  const { data, rows } = await ask(original);
  expect(rows.map(({ slot }) => slot)).toEqual([1000, 1000]);
  expect(data.coverage.incomplete_slots).toEqual([1001]);
  expect((await get(`${api.url}/api/transaction/${stray.base58}`)).status).toBe(404);
});

test('rows older than the retention are returned as far as they exist, and their slot is incomplete', async () => {
  const [old, gone] = [signature('old'), signature('gone')];
  await api.rows.slots({ slot: 7000, insertedDaysAgo: 5 }, { slot: 7001 });
  await api.rows.transactions(
    {
      slot: 7000,
      index: 0,
      signature: old,
      entryPosition: [0, 0, 448_000],
      locks: [{ account: market, isWrite: true }],
    },
    {
      slot: 7001,
      index: 0,
      signature: gone,
      entryPosition: [0, 0, 448_064],
      locks: [{ account: market, isWrite: true }],
    },
  );
  await api.rows.signatures({ signature: gone, slot: 7001, index: 0 });
  // The count from when the block was written: one of the two rows has been removed since.
  await api.rows.accountSlots(
    { account: market, slot: 7000, lockCount: 2, ticks: [448_000, 448_001] },
    { account: market, slot: 7001, lockCount: 1, ticks: [448_064, 448_064] },
  );
  const { data, rows } = await ask(gone);
  expect(rows.map((row) => row.signature)).toEqual([old.base58, gone.base58]);
  expect(data.coverage.incomplete_slots).toEqual([7000]);
});

test('when rows and their count do not agree the answer is 503 instead of incomplete rows', async () => {
  const lost = signature('lost');
  await api.rows.slots({ slot: 9000 });
  await api.rows.transactions({
    slot: 9000,
    index: 0,
    signature: lost,
    entryPosition: [0, 0, 576_000],
    locks: [{ account: market, isWrite: true }],
  });
  await api.rows.signatures({ signature: lost, slot: 9000, index: 0 });
  await api.rows.accountSlots({ account: market, slot: 9000, lockCount: 2, ticks: [576_000, 576_001] });
  const answer = await post(`${api.url}/api/analyze-trade`, {
    signature: lost.base58,
    account_id: market.base58,
  });
  expect(answer).toMatchObject({
    status: 503,
    body: { error: 'Service unavailable', retry_after_seconds: 1 },
  });
});
