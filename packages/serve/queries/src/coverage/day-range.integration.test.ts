import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readDayCoverage } from './day-coverage.js';
import { readDayRange } from './day-range.js';

const DAY_SECONDS = 86_400;
const END = 1_788_264_000;
const context = { id: 'test', signal: new AbortController().signal };

let store: TestStore;
let database: Database;
let asked: string[] = [];
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
  const opened = openTestDatabase(store);
  database = {
    rows(query, ...rest) {
      asked.push(query.name);
      return opened.rows(query, ...rest);
    },
  };
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  asked = [];
  await store.open('owner').command({ query: 'TRUNCATE TABLE slots' });
});

/**
 * Stores blocks with their parents. The last has the time of the end, those before `since` are a day and an
 * hour older.
 */
async function coverageOf(blocks: readonly (readonly [slot: number, parent: number])[], since: number) {
  const values = blocks.map(([slot, parent]) => {
    const time = END - (slot < since ? DAY_SECONDS + 3_600 : 0);
    return `(${slot}, ${parent}, toFixedString('hash ${slot}', 32), ${time}, 'full', 3)`;
  });
  await store.open('owner').command({
    query: `INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version) VALUES ${values.join(', ')}`,
  });
  const range = await readDayRange(database, 1, context);
  return (await readDayCoverage(database, range!, context)).coverage;
}

test('a range linked to the block before it, and in itself, is complete without a search for missing slots', async () => {
  const coverage = await coverageOf(
    [
      [1_000, 999],
      [1_003, 1_000],
      [1_004, 1_003],
      [5_000, 1_004],
    ],
    1_003,
  );
  expect(coverage).toMatchObject({
    ...{ from_slot: 1_001, to_slot: 5_000, is_start_stored: true },
    ...{ missing_slot_count: 0, incomplete_slot_count: 0 },
  });
  expect(asked).not.toContain('missing-ranges');
});

test('blocks that are missing between the block before a range and its first one are reported', async () => {
  const coverage = await coverageOf(
    [
      [1_000, 999],
      [1_003, 1_002],
      [1_004, 1_003],
    ],
    1_003,
  );
  expect(coverage).toMatchObject({
    ...{ from_slot: 1_001, to_slot: 1_004, is_start_stored: true, missing_slot_count: 2 },
    missing_ranges: [{ from_slot: 1_001, to_slot: 1_002 }],
  });
});

test('without older blocks, the range begins with its first block', async () => {
  expect(await coverageOf([[1_003, 1_002]], 0)).toMatchObject({
    ...{ from_slot: 1_003, to_slot: 1_003, is_start_stored: false, missing_slot_count: 0 },
  });
});

test.each([
  ['blocks seconds before and after that time', [-70, -1, 0, 5], 1_001, 1_002, 'slots-near-time'],
  ['the first block minutes after that time', [-70, -1, 300, 400], 1_001, 1_002, 'first-slot'],
  ['the last block before it minutes earlier', [-400, -300, 0, 5], 1_001, 1_002, 'first-slot'],
])('a range of a day begins after the last older block: %s', async (_, times, before, from, found) => {
  const start = END - DAY_SECONDS;
  const rows = [...times, DAY_SECONDS].map(
    (time, at) => `(${1_000 + at}, ${999 + at}, toFixedString('hash ${at}', 32), ${start + time}, 'full', 3)`,
  );
  // Without transactions it does not count.
  rows.push(`(999, 998, toFixedString('hash x', 32), ${start - 1}, 'entries_only', 3)`);
  await store.open('owner').command({
    query: `INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version) VALUES ${rows.join(', ')}`,
  });
  const range = await readDayRange(database, 1, context);
  expect(range).toEqual({
    ...{ fromSlot: from, toSlot: 1_004, fromTime: start, toTime: END, slotBefore: before },
  });
  expect(asked.at(-1)).toBe(found);
});
