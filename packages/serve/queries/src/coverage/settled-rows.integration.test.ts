import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { useHeldClock } from '../testing/held-clock.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readStoredRange } from './read-coverage.js';

const FIRST = 10_000;
const LAST = 12_000;
/** Not stored at first, and not skipped. */
const MISSING = 10_700;
const WINDOW = { from: 10_600, to: 10_800 };
/** After this, what has changed is looked up again. */
const CHECKED_MS = 1_050;
const context = { id: 'test', signal: new AbortController().signal };

let store: TestStore;
/** Keeps what it knows. */
let warm: Database;
let asked: string[];
let ranges: [name: string, from: unknown, to: unknown][];
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
/** How quickly it is asked decides what is read. */
const passed = useHeldClock();

beforeEach(async () => {
  ranges = [];
  await store.fresh();
  const opened = openTestDatabase(store);
  warm = {
    rows(query, params, ...rest) {
      asked.push(query.name);
      const { from, to } = params as Record<string, unknown>;
      ranges.push([query.name, from, to]);
      return opened.rows(query, params, ...rest);
    },
  };
  // Stored and detected an hour ago.
  await insertBlocks(`${FIRST} + number AS slot FROM numbers(${LAST + 1 - FIRST})`, 'now() - 3600');
  await run(`DELETE FROM slots WHERE slot = ${MISSING}`);
  await detect('now64(6) - 3600');
});

const run = (query: string): Promise<unknown> => store.open('owner').command({ query });

function insertBlocks(slots: string, insertedAt: string, name = 'block'): Promise<unknown> {
  return run(`INSERT INTO slots (slot, parent_slot, blockhash, content, version, inserted_at)
    SELECT slot, slot - 1, toFixedString(concat('${name} ', toString(slot)), 32), 'full', 13, ${insertedAt}
    FROM (SELECT ${slots})`);
}

function detect(at: string): Promise<unknown> {
  return run(`INSERT INTO detected_slots (slot, blockhash, version, detected_at)
    SELECT slot, blockhash, version, ${at} FROM slots`);
}

/** Asks four times, quickly: what changed is looked up at the second time, the whole buckets are read at the third. */
async function warmUp({ from, to } = WINDOW): Promise<void> {
  asked = [];
  for (let time = 0; time < 4; time += 1) await readStoredRange(warm, from, to, context);
  asked = [];
  ranges = [];
}

async function expectSameAsCold({ from, to } = WINDOW) {
  const { contents, isFresh } = await readStoredRange(warm, from, to, context);
  const { changes: _, ...cold } = await readStoredRange(openTestDatabase(store), from, to, context);
  expect({ contents, isFresh }).toEqual(cold);
  return contents;
}

const readsOf = (name: string): number => asked.filter((query) => query === name).length;

test('a range that was read before is not read again, and no range within it', async () => {
  await warmUp();
  const contents = await expectSameAsCold();
  expect(contents.notStored).toEqual([MISSING]);
  await expectSameAsCold({ from: WINDOW.from + 50, to: WINDOW.to - 50 });
  expect(readsOf('stored-blocks')).toBe(0);
});

test('a range that is asked for the first time is read alone: whole buckets only when they are asked for again', async () => {
  const other = { from: FIRST + 300, to: FIRST + 310 };
  await warmUp();
  await expectSameAsCold(other);
  await expectSameAsCold(other);
  await expectSameAsCold({ from: FIRST + 400, to: FIRST + 440 });
  const slots = ranges.filter(([name]) => name === 'stored-blocks').map(([, from, to]) => [from, to]);
  expect(slots).toEqual([
    [other.from, other.to + 64],
    [10_240, 10_495],
  ]);
});

test('a range that is asked rarely is read, and nothing else', async () => {
  await warmUp();
  passed(300);
  await expectSameAsCold();
  expect(asked).toEqual(['stored-blocks', 'detected-versions']);
});

test('a range near the newest block is read each time', async () => {
  const near = { from: LAST - 450, to: LAST - 250 };
  await warmUp(near);
  await expectSameAsCold(near);
  expect(readsOf('stored-blocks')).toBe(1);
});

const CHANGES: Record<string, () => Promise<unknown>> = {
  'that was missing is stored': () => insertBlocks(`${MISSING} AS slot`, 'now()'),
  'is removed': async () => {
    await openGap(MISSING + 1);
    await run(`DELETE FROM slots WHERE slot = ${MISSING + 1}`);
  },
  'is replaced by another': async () => {
    await openGap(MISSING + 1);
    await run(`DELETE FROM slots WHERE slot = ${MISSING + 1}`);
    await insertBlocks(`${MISSING + 1} AS slot`, 'now()', 'another');
  },
  'has two versions that contradict each other': () =>
    insertBlocks(`${MISSING + 1} AS slot`, 'now()', 'another'),
  'counts as not analysed': () =>
    run(`INSERT INTO detected_slots (slot, blockhash, version, is_deleted)
      SELECT slot, blockhash, version, 1 FROM detected_slots WHERE slot = ${MISSING + 1}`),
};

function openGap(slot: number): Promise<unknown> {
  return run(`INSERT INTO gaps (from_slot, to_slot, cause, state, detail, tries)
    VALUES (${slot}, ${slot}, 'replaced', 'open', '', 0)`);
}

test.each(Object.entries(CHANGES))('a block %s: an answer a second later knows it', async (_, change) => {
  await warmUp();
  const before = await expectSameAsCold();
  await change();
  passed(CHECKED_MS);
  // Asked rarely, it would be read anyway.
  await readStoredRange(warm, LAST, LAST, context);
  asked = [];
  expect(await expectSameAsCold()).not.toEqual(before);
  expect(readsOf('changed-blocks')).toBe(1);
  expect(readsOf('stored-blocks')).toBe(1);
  asked = [];
  await expectSameAsCold();
  expect(readsOf('stored-blocks')).toBe(0);
});

test('a change elsewhere leaves a range known', async () => {
  await warmUp();
  await insertBlocks(`${LAST + 1} AS slot`, 'now()');
  passed(CHECKED_MS);
  await readStoredRange(warm, LAST, LAST, context);
  asked = [];
  await expectSameAsCold();
  expect(readsOf('changed-blocks')).toBe(1);
  expect(readsOf('stored-blocks')).toBe(0);
});
