import { Random } from '@tickscope/testkit/random';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { readUnknownWindows } from '../mev/wallet/unknown-windows.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readDayRange } from './day-range.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';
import { readAnalysedCoverage } from './range-detection.js';

const END = 1_788_264_000;
const context = { id: 'test', signal: new AbortController().signal };

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  await store.fresh();
  database = openTestDatabase(store);
});

interface Row {
  slot: number;
  parent: number;
  hash: string;
  version: number;
  content: 'full' | 'entries_only';
}

const hashOf = (name: string) => `toFixedString('${name}', 32)`;

async function storeRows(rows: readonly Row[]): Promise<void> {
  const values = rows.map(
    ({ slot, parent, hash, content, version }) =>
      `(${slot}, ${parent}, ${hashOf(hash)}, ${END}, '${content}', ${version})`,
  );
  await store.open('owner').command({
    query: `INSERT INTO slots (slot, parent_slot, blockhash, block_time, content, version) VALUES ${values.join(', ')}`,
  });
}

async function detected(rows: readonly (Pick<Row, 'slot' | 'hash' | 'version'> & { gone?: boolean })[]) {
  if (rows.length === 0) return;
  const values = rows.map(
    ({ slot, hash, version, gone }) => `(${slot}, ${hashOf(hash)}, ${version}, ${gone === true ? 1 : 0})`,
  );
  await store.open('owner').command({
    query: `INSERT INTO detected_slots (slot, blockhash, version, is_deleted) VALUES ${values.join(', ')}`,
  });
}

async function coverageNow() {
  const range = await readDayRange(database, 4, context);
  return (await readAnalysedCoverage(database, range!, context)).coverage;
}

const block = (slot: number, rest: Partial<Row> = {}): Row => ({
  slot,
  parent: slot - 1,
  hash: `hash ${slot}`,
  version: LINKS_KNOWN_VERSION + 2,
  content: 'full',
  ...rest,
});

function rangesOf(slots: readonly number[]): { from_slot: number; to_slot: number }[] {
  const ranges: { from_slot: number; to_slot: number }[] = [];
  for (const slot of slots) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to_slot === slot - 1) last.to_slot = slot;
    else ranges.push({ from_slot: slot, to_slot: slot });
  }
  return ranges;
}

test('a range is analysed when each stored block is, versions that are not merged yet included', async () => {
  const rows = [block(1_000), block(1_001), block(1_002)];
  await storeRows(rows);
  await storeRows(rows);
  await detected(rows);
  await detected(rows.slice(1));
  expect(await coverageNow()).toMatchObject({
    ...{ missing_slot_count: 0, incomplete_slot_count: 0, undetected_slot_count: 0 },
    ...{ undetected_ranges: [], links_unknown_slot_count: 0, links_unknown_ranges: [] },
    ranges_truncated: false,
  });
});

test('the undetected slots of a wide range match a check slot by slot', async () => {
  const random = new Random(5);
  const rows: Row[] = [];
  const undetected: number[] = [];
  const analysed: Row[] = [];
  const gone: Row[] = [];
  // More buckets than one query reads, with runs of slots across the end of a bucket.
  for (let bucket = 10; bucket < 90; bucket += 1)
    for (let slot = bucket * 4_096 + 4_080; slot < bucket * 4_096 + 4_112; slot += 1) {
      const own = block(slot);
      rows.push(own);
      const fate = random.below(16);
      if (fate === 0) undetected.push(slot);
      else if (fate === 1) {
        // A better version than the detected one.
        rows.push({ ...own, version: LINKS_KNOWN_VERSION + 3 });
        analysed.push(own);
        undetected.push(slot);
      } else if (fate === 2) {
        // Another block than the detected one.
        analysed.push({ ...own, hash: `other ${slot}` });
        undetected.push(slot);
      } else if (fate === 3) {
        analysed.push(own);
        gone.push(own);
        undetected.push(slot);
      } else if (fate === 4) {
        // Two blocks: incomplete.
        rows.push({ ...own, hash: `fork ${slot}` });
      } else if (fate === 5) {
        rows[rows.length - 1] = { ...own, content: 'entries_only', version: 1 };
      } else if (fate === 6) {
        rows.push({ ...own, version: LINKS_KNOWN_VERSION });
        analysed.push(own);
      } else analysed.push(own);
    }
  await storeRows(rows);
  await detected(analysed);
  await detected(gone.map((row) => ({ ...row, gone: true })));
  const coverage = await coverageNow();
  expect(coverage.undetected_slot_count).toBe(undetected.length);
  expect(coverage.undetected_ranges).toEqual(rangesOf(undetected));
});

test('blocks without all token links are those whose best version is of lower quality', async () => {
  const random = new Random(9);
  const rows: Row[] = [];
  const lacking: number[] = [];
  for (let slot = 1_000; slot < 9_000; slot += 1) {
    const isOld = random.chance(1, 3);
    const own = block(slot, { version: LINKS_KNOWN_VERSION - (isOld ? 1 : 0) });
    rows.push(own);
    if (isOld && random.chance(1, 3)) rows.push({ ...own, version: LINKS_KNOWN_VERSION });
    else if (isOld) lacking.push(slot);
  }
  await storeRows(rows);
  const coverage = await coverageNow();
  expect(coverage).toMatchObject({ links_unknown_slot_count: lacking.length, undetected_slot_count: 8_000 });
  expect(coverage.undetected_ranges).toEqual([{ from_slot: 1_000, to_slot: 8_999 }]);
  expect(coverage.links_unknown_ranges).toEqual(rangesOf(lacking).slice(0, 1_000));
});

test('all undetected ranges are counted, the first 1,000 are listed, and the list is marked as truncated', async () => {
  const rows = Array.from({ length: 2_400 }, (_, at) => block(1_000 + at));
  await storeRows(rows);
  await detected(rows.filter(({ slot }) => slot % 2 === 0));
  const coverage = await coverageNow();
  expect(coverage).toMatchObject({ undetected_slot_count: 1_200, ranges_truncated: true });
  expect(coverage.undetected_ranges).toEqual(
    Array.from({ length: 1_000 }, (_, at) => ({ from_slot: 1_001 + 2 * at, to_slot: 1_001 + 2 * at })),
  );
});

test('windows that are not known are the same by the lists of the coverage and slot by slot', async () => {
  const random = new Random(3);
  const rows: Row[] = [];
  let parent = 999;
  const known = new Set<number>();
  for (let slot = 1_000; slot < 1_600; slot += 1) {
    const fate = random.below(40);
    // Skipped, together with earlier slots that no block follows.
    if (fate === 0) continue;
    const isLost = fate === 1;
    if (!isLost) rows.push(block(slot, { parent }));
    if (!isLost && fate !== 2) known.add(slot);
    if (!isLost) for (let skipped = parent + 1; skipped < slot; skipped += 1) known.add(skipped);
    parent = slot;
  }
  const stored = rows.map(({ slot }) => slot);
  await storeRows(rows);
  await detected(rows.filter(({ slot }) => known.has(slot)));
  const coverage = await coverageNow();
  for (const window of [0, 1, 4, 10]) {
    const expected = stored.filter((slot) => {
      for (let near = slot - window; near <= slot + window; near += 1) if (!known.has(near)) return true;
      return false;
    });
    const byLists = await readUnknownWindows(database, stored, window, coverage, context);
    expect([...byLists].sort((a, b) => a - b)).toEqual(expected);
    const one = { ...coverage, ranges_truncated: true };
    const bySlots = await readUnknownWindows(database, stored, window, one, context);
    expect([...bySlots].sort((a, b) => a - b)).toEqual(expected);
  }
});
