import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readStoredPart } from './stored-range.js';

const context = { id: 'test', signal: new AbortController().signal };
/** Near ones, and some farther from each other than where is looked first. */
const SLOTS = [1_000, 1_001, 9_000, 50_000, 50_010];
const ENTRIES_ONLY = 30_000;

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
  database = openTestDatabase(store);
  const rows = [...SLOTS, ENTRIES_ONLY].map(
    (slot) =>
      `(${slot}, ${slot - 1}, toFixedString('hash ${slot}', 32), ${slot}, '${slot === ENTRIES_ONLY ? 'entries_only' : 'full'}', 3)`,
  );
  await store.open('owner').command({
    query: `INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version) VALUES ${rows.join(', ')}`,
  });
});
afterAll(() => store?.stop());

/** The definition, block by block. */
function partOf(fromSlot: number, toSlot: number) {
  const within = SLOTS.filter((slot) => slot >= fromSlot && slot <= toSlot);
  const [first, last, before] = [within[0], within.at(-1), SLOTS.findLast((slot) => slot < fromSlot) ?? null];
  if (first === undefined || last === undefined) return null;
  return {
    ...{ fromSlot: before === null ? first : fromSlot, toSlot: last, slotBefore: before },
    ...{ fromTime: first, toTime: last },
  };
}

test('the ends are the stored blocks next to them, however far they are', async () => {
  const froms = [0, 999, 1_000, 1_001, 1_002, 9_001, 30_000, 49_000, 50_001, 50_011];
  const tos = [0, 1_000, 1_500, 20_000, 30_000, 50_000, 60_000, Number.MAX_SAFE_INTEGER];
  for (const fromSlot of froms)
    for (const toSlot of tos.filter((slot) => slot >= fromSlot))
      expect([fromSlot, toSlot, await readStoredPart(database, { fromSlot, toSlot }, context)]).toEqual([
        fromSlot,
        toSlot,
        partOf(fromSlot, toSlot),
      ]);
});
