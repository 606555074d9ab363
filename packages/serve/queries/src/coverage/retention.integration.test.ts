import { applyRetention, BlockWriter, DEFAULT_RETENTION } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readKeptSeconds } from './kept-seconds.js';
import { readStoredRange } from './read-coverage.js';

const SLOT = 300_000;
const DAY_SECONDS = 86_400;
const context = { id: 'test', signal: new AbortController().signal };

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
  client = await store.fresh();
  await new BlockWriter(client).write([makeBlock({ slot: SLOT }), makeBlock({ slot: SLOT + 10 })]);
  // Pretends that the first was inserted two days ago.
  await client.command({
    query: `ALTER TABLE slots UPDATE inserted_at = inserted_at - INTERVAL 2 DAY WHERE slot = ${SLOT} SETTINGS mutations_sync = 2`,
  });
});
afterAll(async () => store?.stop());

const openDatabase = (): Database => openTestDatabase(store);

const keptOf = (database: Database) => readKeptSeconds(database, context);

async function expired(): Promise<number[]> {
  return (await readStoredRange(openDatabase(), SLOT, SLOT + 10, context)).contents.expired;
}

/** The days, plus the time since a longer retention was set. Whole seconds, of which the last may be incomplete. */
function expectDays(seconds: number, days: number): void {
  expect(seconds).toBeGreaterThanOrEqual(days * DAY_SECONDS - 1);
  expect(seconds).toBeLessThan(days * DAY_SECONDS + 600);
}

test('slots count as expired when their locks may be gone, by the retention that was in force', async () => {
  expect(await expired()).toEqual([]);
  await applyRetention(client, { ...DEFAULT_RETENTION, locks: 1 });
  expect(await expired()).toEqual([SLOT]);
  const shorter = await keptOf(openDatabase());
  expectDays(shorter.locks_kept_seconds, 1);
  expectDays(shorter.swaps_kept_seconds, 35);
  // A longer retention from now on: dropped rows do not come back, and the retained time grows from here.
  await applyRetention(client, DEFAULT_RETENTION);
  expect(await expired()).toEqual([SLOT]);
  expectDays((await keptOf(openDatabase())).locks_kept_seconds, 1);
});

test('concurrent and later requests within seconds share one query of the retention', async () => {
  const database = openDatabase();
  let asked = 0;
  const counted: Database = {
    rows(...question) {
      asked += 1;
      return database.rows(...question);
    },
  };
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => keptOf(counted)));
  expect(others).toEqual([first, first]);
  expect(await keptOf(counted)).toEqual(first);
  expect(asked).toBe(1);
});
