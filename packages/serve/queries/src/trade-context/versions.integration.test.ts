import { signature as checkedSignature } from '@tickscope/chain';
import {
  address,
  bytesOf,
  ChainRows,
  keyOf,
  signature,
  type TestKey,
  type TestTransaction,
} from '@tickscope/testkit/store/chain-rows';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { type AskedTradeContext, askTradeContext } from '../testing/ask-trade-context.js';
import { openTestDatabase } from '../testing/test-database.js';
import { type FoundTransaction, findTransaction } from '../transactions/find-transaction.js';
import { readStoredSlots } from '../transactions/stored-slots.js';
import type { TradeContext } from './trade-context.js';

/** Rows in several versions, as before a merge in ClickHouse, and as a dead writer leaves them. */

const market = address('market');
const original = signature('original');
const context = { id: 'test', signal: new AbortController().signal };

let store: TestStore;
let owner: TestConnection;
let rows: ChainRows;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  rows = new ChainRows(owner);
  database = openTestDatabase(store);
  // The test needs the state before merges, so merges are stopped.
  for (const table of ['slots', 'transactions', 'account_slots', 'signatures'])
    await owner.command({
      query: `ALTER TABLE ${table} MODIFY SETTING max_bytes_to_merge_at_min_space_in_pool = 1, max_bytes_to_merge_at_max_space_in_pool = 1`,
    });
});
afterAll(async () => {
  await store?.drop();
  await store?.stop();
});

const ask = (sig: TestKey, asked: Partial<AskedTradeContext> = {}): Promise<TradeContext> =>
  askTradeContext(database, { signature: sig, account: market, range: 4, ...asked });

const lockCountOf = ({ activity }: TradeContext): number =>
  activity.reduce((sum, { lockCount }) => sum + lockCount, 0);

/** The transaction in a block that is stored whole. */
async function stored({ base58 }: TestKey): Promise<FoundTransaction | null> {
  const versions = await findTransaction(database, checkedSignature(base58), context);
  const whole = await readStoredSlots(
    database,
    versions.map(({ slot }) => slot),
    context,
  );
  return versions.find(({ slot }) => whole.has(slot)) ?? null;
}

test('of two versions of a block the better one answers, whichever came last', async () => {
  const second = signature('second');
  const good = async () => {
    await rows.transactions(
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
    await rows.signatures({ signature: original, slot: 1000, index: 0 });
    await rows.slots({ slot: 1000 });
  };
  // From a node that did not return the loaded addresses: the second transaction's lock is not known.
  const poor = async () => {
    const tx = { slot: 1000, entryPosition: null, success: null, counts: null, version: 2 };
    await rows.transactions(
      { ...tx, index: 0, signature: original, locks: [{ account: market, isWrite: false }] },
      { ...tx, index: 1, signature: second, locks: [] },
    );
    await rows.signatures({ signature: original, slot: 1000, index: 0 });
    await rows.slots({ slot: 1000, content: 'no_entries', version: 2 });
  };
  await poor();
  await good();
  await poor();
  await good();
  await rows.slots({ slot: 1000, content: 'entries_only' });

  const result = await owner.query({ query: 'SELECT count() FROM transactions', format: 'JSONCompact' });
  expect((await result.json()).data).toEqual([['8']]);

  const found = await ask(original);
  expect(lockCountOf(found)).toBe(2);
  expect(found.rows.map((row) => [row.signature, row.pohTick, row.isWrite])).toEqual([
    [original.base58, 64_005, true],
    [second.base58, 64_006, true],
  ]);
  expect(found.original.pohTick).toBe(64_005);
  expect((await ask(original, { limit: 1, page: 2 })).rows.map((row) => row.signature)).toEqual([
    second.base58,
  ]);
  expect(await stored(original)).toMatchObject({ success: true, feeLamports: 5_000 });
});

test('rows that a dead writer left in another slot do not hide the stored transaction', async () => {
  await rows.transactions({
    slot: 1003,
    index: 9,
    signature: original,
    entryPosition: [1, 0, 64_192],
    locks: [],
  });
  await rows.signatures({ signature: original, slot: 1003, index: 9 });
  expect((await ask(original)).original.slot).toBe(1000);
  expect(await stored(original)).toMatchObject({ slot: 1000 });
});

test('distinguishes two signatures with the same first eight bytes', async () => {
  const withSameStart = (tail: string) =>
    keyOf(Buffer.concat([bytesOf('the same start', 8), bytesOf(`tail ${tail}`, 56)]));
  const [a, b] = [withSameStart('a'), withSameStart('b')];
  await rows.slots({ slot: 5000 }, { slot: 5001 });
  await rows.transactions(
    { slot: 5000, index: 0, signature: a, entryPosition: [0, 0, 320_000], locks: [] },
    { slot: 5001, index: 0, signature: b, entryPosition: [0, 0, 320_064], locks: [] },
  );
  await rows.signatures({ signature: a, slot: 5000, index: 0 }, { signature: b, slot: 5001, index: 0 });
  expect((await ask(a)).original).toMatchObject({ slot: 5000, signature: a.base58 });
  expect((await ask(b)).original).toMatchObject({ slot: 5001, signature: b.base58 });
});

test('a slot with two different blocks is not read, and said to be incomplete', async () => {
  await rows.slots({ slot: 1001 }, { slot: 1001, blockhash: address('another hash'), parent: 998 });
  const stray = signature('stray');
  await rows.transactions({
    slot: 1001,
    index: 0,
    signature: stray,
    entryPosition: [0, 0, 64_064],
    locks: [{ account: market, isWrite: true }],
  });
  await rows.signatures({ signature: stray, slot: 1001, index: 0 });
  const found = await ask(original);
  expect(found.rows.map(({ slot }) => slot)).toEqual([1000, 1000]);
  expect(found.coverage.incomplete_slots).toEqual([1001]);
  expect(await stored(stray)).toBeNull();
});

test('rows older than the retention are returned as far as they exist, and their slot is incomplete', async () => {
  const [old, gone] = [signature('old'), signature('gone')];
  await rows.slots({ slot: 7000, insertedDaysAgo: 5 }, { slot: 7001 });
  const locks = [{ account: market, isWrite: true }];
  const first = {
    slot: 7000,
    index: 0,
    signature: old,
    entryPosition: [0, 0, 448_000],
  } satisfies TestTransaction;
  await rows.transactions(first, {
    ...{ slot: 7001, index: 0, signature: gone, entryPosition: [0, 0, 448_064], locks },
  });
  await rows.signatures({ signature: gone, slot: 7001, index: 0 });
  // One of the two transactions that locked it has been removed since.
  await rows.locks({ ...first, locks }, { ...first, index: 1, locks });
  const found = await ask(gone);
  expect(found.rows.map((row) => row.signature)).toEqual([old.base58, gone.base58]);
  expect(found.coverage.incomplete_slots).toEqual([7000]);
});

test('when rows and their count do not agree the question fails instead of giving incomplete rows', async () => {
  const lost = signature('lost');
  await rows.slots({ slot: 9000 });
  const first = {
    slot: 9000,
    index: 0,
    signature: lost,
    entryPosition: [0, 0, 576_000],
  } satisfies TestTransaction;
  await rows.transactions(first);
  const locks = [{ account: market, isWrite: true }];
  await rows.locks({ ...first, locks }, { ...first, index: 1, locks });
  await rows.signatures({ signature: lost, slot: 9000, index: 0 });
  await expect(ask(lost)).rejects.toMatchObject({
    code: 'unavailable',
    options: { retryAfterSeconds: 1 },
  });
});
