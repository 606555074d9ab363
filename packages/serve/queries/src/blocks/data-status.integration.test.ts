import { ChainRows } from '@tickscope/testkit/store/chain-rows';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readDataStatus } from './data-status.js';

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
});
afterAll(() => store?.stop());

const ask = () => readDataStatus(database, context);

test('an empty store has no head, no range and no gaps', async () => {
  expect(await ask()).toEqual({
    ends: null,
    gaps: { open: 0, repairing: 0, givenUp: 0, slots: 0, newest: [] },
    detectedTo: null,
    recent: null,
  });
});

test('a store has its head with its age, its range, its gaps and how far detection is', async () => {
  const now = Math.floor(Date.now() / 1_000);
  // 1,005 is skipped, 1,006 is missing, 1,009 has entries only.
  await rows.slots(
    ...[1_000, 1_001, 1_002, 1_003, 1_004].map((slot) => ({ slot, blockTime: now - 100 })),
    { slot: 1_007, parent: 1_006, blockTime: now - 61 },
    { slot: 1_008, blockTime: now - 60 },
    { slot: 1_009, content: 'entries_only', blockTime: now - 59 },
  );
  await rows.slots({ slot: 1_006, parent: 1_004, content: 'entries_only' });
  await markDetected(owner, 'slot <= 1007');
  await rows.gaps(
    { from: 1_006, to: 1_006, cause: 'incomplete', state: 'repairing' },
    { from: 500, to: 509, cause: 'missing', state: 'given_up' },
    { from: 400, to: 401, cause: 'missing', state: 'repaired' },
  );
  const found = await ask();
  expect(found).toEqual({
    ends: {
      oldest: expect.objectContaining({ slot: 1_000, blockTime: now - 100 }),
      newest: expect.objectContaining({ slot: 1_009, blockTime: now - 59 }),
      head: expect.objectContaining({ slot: 1_008, blockTime: now - 60 }),
    },
    gaps: {
      ...{ open: 0, repairing: 1, givenUp: 1, slots: 11 },
      newest: [
        expect.objectContaining({ fromSlot: 1_006, cause: 'incomplete', state: 'repairing', tries: 0 }),
        expect.objectContaining({ fromSlot: 500, toSlot: 509, cause: 'missing', state: 'given_up' }),
      ],
    },
    detectedTo: 1_007,
    recent: {
      ...{ fromSlot: 1_000, toSlot: 1_009 },
      ...{ stored: 7, skipped: 1, incomplete: 2, missing: 0, undetected: 1 },
    },
  });
  const { now: asked, storedAt } = found.ends!.head!;
  expect(storedAt).toBeGreaterThanOrEqual(now);
  expect(asked).toBeGreaterThanOrEqual(storedAt);
});
