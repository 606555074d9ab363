import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readStoredRange } from '../coverage/index.js';
import type { Database } from '../database.js';
import { useHeldClock } from '../testing/held-clock.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readLegsNear } from './roles.js';

const FIRST = 10_000;
const LAST = 12_000;
const SLOTS = [10_600, 10_610];
const context = { id: 'test', signal: new AbortController().signal };

let store: TestStore;
/** Keeps what it knows. */
let warm: Database;
let asked: string[];
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
/** How quickly it is asked decides what is read. */
const passed = useHeldClock();

const run = (query: string): Promise<unknown> => store.open('owner').command({ query });

beforeEach(async () => {
  await store.fresh();
  const opened = openTestDatabase(store);
  warm = {
    rows(query, params, ...rest) {
      asked.push(query.name);
      return opened.rows(query, params, ...rest);
    },
  };
  await run(`INSERT INTO slots (slot, parent_slot, blockhash, content, version, inserted_at)
    SELECT ${FIRST} + number, ${FIRST} + number - 1, toFixedString(toString(number), 32), 'full', 13, now() - 3600
    FROM numbers(${LAST + 1 - FIRST})`);
  await insertLegs([10_600, 7], [10_605, 3], [10_610, 2]);
});

function insertLegs(...positions: [slot: number, blockIndex: number][]): Promise<unknown> {
  return run(`INSERT INTO sandwich_legs (slot, block_index, bracket_id)
    VALUES ${positions.map(([slot, at]) => `(${slot}, ${at}, '00000000-0000-4000-8000-000000000001')`).join(', ')}`);
}

/** The slot over which detection has just run, as the last thing that it stores. */
function detect(slot: number): Promise<unknown> {
  return run(`INSERT INTO detected_slots (slot, blockhash, version, detected_at)
    SELECT slot, blockhash, version, now64(6) FROM slots WHERE slot = ${slot}`);
}

/** As an answer does: its blocks, then the legs. */
async function ask(): Promise<string[]> {
  asked = [];
  const { changes } = await readStoredRange(warm, 10_590, 10_620, context);
  return [...(await readLegsNear(warm, { slots: SLOTS, changes }, context))].sort();
}

async function warmUp(): Promise<void> {
  for (let time = 0; time < 4; time += 1) expect(await ask()).toEqual(['10600.7', '10610.2']);
}

test('legs of settled slots are read once for all answers, and those of other slots of the range are not in it', async () => {
  await warmUp();
  expect(await ask()).toEqual(['10600.7', '10610.2']);
  expect(asked.filter((name) => name.startsWith('legs'))).toEqual([]);
});

test('who asks rarely reads them, and so is never behind the blocks that it has read', async () => {
  await warmUp();
  passed(300);
  await insertLegs([10_610, 9]);
  expect(await ask()).toEqual(['10600.7', '10610.2', '10610.9']);
  expect(asked.filter((name) => name.startsWith('legs'))).toEqual(['legs-near']);
});

test.each([
  { of: 'the same slot', slot: 10_610 },
  { of: 'a slot after it, in the next bucket of 256', slot: 10_760 },
  { of: 'a slot before it, in the bucket before', slot: 10_490 },
])('what detection of $of finds is known a second later', async ({ slot }) => {
  await warmUp();
  await insertLegs([10_610, 9]);
  await detect(slot);
  expect(await ask()).toEqual(['10600.7', '10610.2']);
  passed(1_050);
  // Asked rarely, it would be read anyway.
  await ask();
  expect(await ask()).toEqual(['10600.7', '10610.2', '10610.9']);
  expect(asked.filter((name) => name.startsWith('legs'))).toEqual(['legs-of-range']);
});
