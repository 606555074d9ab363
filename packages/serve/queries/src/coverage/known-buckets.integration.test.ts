import { Random } from '@tickscope/testkit/random';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readDayCoverage } from './day-coverage.js';
import { type DayRange, readDayRange } from './day-range.js';
import { readAnalysedCoverage } from './range-detection.js';

const SLOTS_A_BUCKET = 4_096;
const FIRST = 10 * SLOTS_A_BUCKET + 100;
const LAST = 16 * SLOTS_A_BUCKET + 50;
const END = 1_788_264_000;
const context = { id: 'test', signal: new AbortController().signal };

let store: TestStore;
/** Keeps what it knows. */
let warm: Database;
let asked: { name: string; params: unknown }[];
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  await store.fresh();
  asked = [];
  const opened = openTestDatabase(store);
  warm = {
    rows(query, params, ...rest) {
      asked.push({ name: query.name, params });
      return opened.rows(query, params, ...rest);
    },
  };
  // Stored and detected an hour ago.
  await run(`INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version, inserted_at)
    SELECT ${FIRST} + number AS slot, slot - 1, ${hash('slot')}, ${END}, 'full', 13, now() - 3600
    FROM numbers(${LAST + 1 - FIRST})`);
  await run(`INSERT INTO detected_slots (slot, blockhash, version, detected_at)
    SELECT slot, blockhash, version, now64(6) - 3600 FROM slots`);
});

const run = (query: string): Promise<unknown> => store.open('owner').command({ query });
const hash = (slot: string, name = 'block'): string =>
  `toFixedString(concat('${name} ', toString(${slot})), 32)`;

async function rangeNow(): Promise<DayRange> {
  const range = await readDayRange(openTestDatabase(store), 1, context);
  return range!;
}

async function expectSameAsCold(): Promise<void> {
  const range = await rangeNow();
  expect(await readAnalysedCoverage(warm, range, context)).toEqual(
    await readAnalysedCoverage(openTestDatabase(store), range, context),
  );
  expect(await readDayCoverage(warm, range, context)).toEqual(
    await readDayCoverage(openTestDatabase(store), range, context),
  );
}

/** The slots that were read of the buckets, for each query. */
function slotsRead(name: string): number[] {
  return asked
    .filter((query) => query.name === name)
    .flatMap(({ params }) => {
      const { from, to, other_from, other_to } = params as Record<string, number>;
      return [to! + 1 - from!, other_to! + 1 - other_from!].filter((slots) => slots > 0);
    });
}

test('a second answer reads only the first and the last bucket of the range, and says the same', async () => {
  const range = await rangeNow();
  const first = await readAnalysedCoverage(warm, range, context);
  expect(first.coverage).toMatchObject({ missing_slot_count: 0, undetected_slot_count: 0 });
  asked = [];
  expect(await readAnalysedCoverage(warm, range, context)).toEqual(first);
  const ends = [SLOTS_A_BUCKET - 100, 51];
  expect(slotsRead('range-buckets')).toEqual(ends);
  expect(slotsRead('detected-buckets')).toEqual(ends);
});

test('coverage of storage alone is known to later answers too, without saying that the blocks are detected', async () => {
  await run('TRUNCATE TABLE detected_slots');
  const range = await rangeNow();
  await readDayCoverage(warm, range, context);
  const { coverage } = await readAnalysedCoverage(warm, range, context);
  expect(coverage.undetected_slot_count).toBe(LAST + 1 - FIRST);
});

const SLOT = 12 * SLOTS_A_BUCKET + 7;
/** Changes of blocks in known buckets, and a part of what the answer must say then. */
const CHANGES = [
  {
    name: 'a better version of a block, not yet detected',
    sql: [
      `INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version) VALUES (${SLOT}, ${SLOT - 1}, ${hash(`${SLOT}`)}, ${END}, 'full', 14)`,
    ],
    says: { undetected_slot_count: 1 },
  },
  {
    name: 'another block for a slot',
    sql: [
      `INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version) VALUES (${SLOT}, ${SLOT - 1}, ${hash(`${SLOT}`, 'other')}, ${END}, 'full', 13)`,
    ],
    says: { incomplete_slot_count: 1 },
  },
  {
    name: 'a block removed, and detection run since',
    sql: [
      `DELETE FROM slots WHERE slot = ${SLOT}`,
      `INSERT INTO detected_slots (slot, blockhash, version, is_deleted) VALUES (${SLOT}, ${hash(`${SLOT}`)}, 13, 1)`,
    ],
    says: { missing_slot_count: 1 },
  },
  {
    name: 'a bucket of blocks removed',
    sql: [`DELETE FROM slots WHERE intDiv(slot, ${SLOTS_A_BUCKET}) = 13`],
    says: { missing_slot_count: SLOTS_A_BUCKET },
  },
  {
    name: 'all detection removed',
    sql: ['TRUNCATE TABLE detected_slots'],
    says: { undetected_slot_count: LAST + 1 - FIRST },
  },
] as const;

for (const { name, sql, says } of CHANGES)
  test(`a change of known buckets is in the next answer: ${name}`, async () => {
    const range = await rangeNow();
    await readAnalysedCoverage(warm, range, context);
    for (const query of sql) await run(query);
    const { coverage } = await readAnalysedCoverage(warm, range, context);
    expect(coverage).toMatchObject(says);
    await expectSameAsCold();
  });

test('after any series of changes, an answer is that of a process that has just started', async () => {
  const random = new Random(20_261_125);
  for (let round = 0; round < 12; round += 1) {
    const slot = FIRST + random.below(LAST + 1 - FIRST);
    const kind = random.below(4);
    if (kind === 0)
      await run(
        `INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version) VALUES (${slot}, ${slot - 1}, ${hash(`${slot}`)}, ${END}, 'full', 14)`,
      );
    if (kind === 1)
      await run(
        `INSERT INTO detected_slots (slot, blockhash, version) SELECT slot, blockhash, max(version) FROM slots GROUP BY slot, blockhash`,
      );
    if (kind === 2) {
      await run(`DELETE FROM slots WHERE slot = ${slot}`);
      await run(
        `INSERT INTO detected_slots (slot, blockhash, version, is_deleted) VALUES (${slot}, ${hash(`${slot}`)}, 13, 1)`,
      );
    }
    if (kind === 3) await run(`DELETE FROM slots WHERE slot > ${LAST - random.below(SLOTS_A_BUCKET)}`);
    await expectSameAsCold();
  }
});
