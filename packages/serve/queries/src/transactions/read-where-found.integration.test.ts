import { signature, type TxPosition } from '@tickscope/chain';
import { ChainRows, keyOf } from '@tickscope/testkit/store/chain-rows';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readWhereFound } from './read-where-found.js';

/** 64 bytes of zeros. */
const SIGNATURE = signature('1'.repeat(64));
const context = { id: 'test', signal: new AbortController().signal };

let store: TestStore;
let database: Database;
let asked: number;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  await store.fresh();
  asked = 0;
  const opened = openTestDatabase(store);
  database = {
    rows(...query) {
      asked += 1;
      return opened.rows(...query);
    },
  };
});

const insert = (slot: number): Promise<unknown> =>
  store.open('owner').command({
    query: `INSERT INTO signatures (signature_prefix, slot, block_index) VALUES (0, ${slot}, 7)`,
  });

/** Reads, with the transaction in one slot; returns that slot, or null. */
async function readIn(slot: number | null): Promise<number | null> {
  const read = async (position: TxPosition) => (position.slot === slot ? slot : null);
  return readWhereFound(database, SIGNATURE, context, read);
}

test('the newest position is tried first, and the one where it was is asked once', async () => {
  await insert(5);
  await insert(9);
  const tried: number[] = [];
  const at = await readWhereFound(database, SIGNATURE, context, async (position) => {
    tried.push(position.slot);
    return position.slot === 5 ? position : null;
  });
  expect(at).toEqual({ slot: 5, blockIndex: 7 });
  expect(tried).toEqual([9, 5]);
  expect(await readIn(5)).toBe(5);
  expect(asked).toBe(2);
});

test('of two positions that are stored, the one where it succeeded is tried first', async () => {
  const own = { ...keyOf(new Uint8Array(64)) };
  const rows = new ChainRows(store.open('owner'));
  for (const [slot, success] of [
    [5, true],
    [9, false],
  ] as const) {
    await rows.slots({ slot });
    await rows.transactions({ slot, index: 7, signature: own, entryPosition: [0, 0, slot * 64], success });
    await insert(slot);
  }
  const tried: number[] = [];
  await readWhereFound(database, SIGNATURE, context, async ({ slot }) => {
    tried.push(slot);
    return null;
  });
  expect(tried).toEqual([5, 9]);
});

test('a transaction that moved, because its block was replaced, is found again', async () => {
  await insert(5);
  expect(await readIn(5)).toBe(5);
  await insert(6);
  expect(await readIn(6)).toBe(6);
  expect(await readIn(6)).toBe(6);
  // Two positions, so that one more query tells where it succeeded.
  expect(asked).toBe(3);
});

test('a transaction that is at none of its positions is asked each time', async () => {
  expect(await readIn(5)).toBeNull();
  await insert(5);
  expect(await readIn(null)).toBeNull();
  expect(await readIn(5)).toBe(5);
  expect(asked).toBe(3);
});
