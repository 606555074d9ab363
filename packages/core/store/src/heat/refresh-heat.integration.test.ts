import type { Block } from '@tickscope/chain';
import { makeBlock } from '@tickscope/testkit/made-block';
import { naiveLocks } from '@tickscope/testkit/store/naive-locks';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectedHeat, expectedHeatRow, storedHeat } from '../testing/heat-rows.js';
import { BlockWriter } from '../writer/block-writer.js';
import { refreshHeat } from './refresh-heat.js';

const FIRST_BUCKET = 4_000;
/** Eight blocks in each of two buckets, and one in the open bucket behind them. */
const SLOTS = [0, 1].flatMap((bucket) =>
  [0, 1, 2, 40, 41, 90, 126, 127].map((at) => (FIRST_BUCKET + bucket) * 128 + at),
);
const OPEN_SLOT = (FIRST_BUCKET + 2) * 128;
const chain = [...SLOTS, OPEN_SLOT].map((slot) => makeBlock({ slot, transactions: 20 }));
const inBucket = (bucket: number, blocks: readonly Block[] = chain): Block[] =>
  blocks.filter(({ slot }) => Math.floor(slot / 128) === bucket);

let store: TestStore;
let client: TestConnection;
let writer: BlockWriter;
beforeAll(async () => {
  store = await startTestStore();
});
beforeEach(async () => {
  client = await store.fresh();
  writer = new BlockWriter(client);
  await writer.write(chain);
});
afterAll(async () => store?.stop());

const refresh = () => refreshHeat(client, { settleSeconds: 0 });

const rowsOf = (bucket: number) => storedHeat(client, bucket);

describe('closed buckets', () => {
  test('are made, the newest first, and the open one is not', async () => {
    expect(await refresh()).toEqual({ made: [FIRST_BUCKET + 1, FIRST_BUCKET], isMore: false });
    expect(await rowsOf(FIRST_BUCKET + 2)).toEqual([]);
  });

  test('match a count over the blocks themselves', async () => {
    await refresh();
    for (const bucket of [FIRST_BUCKET, FIRST_BUCKET + 1])
      expect(await rowsOf(bucket)).toEqual(expectedHeat(inBucket(bucket)));
  });

  test('are computed once: none is due until a block changes', async () => {
    await refresh();
    expect(await refresh()).toEqual({ made: [], isMore: false });
  });

  test('made by two at once are the same', async () => {
    await Promise.all([refresh(), refresh()]);
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat(inBucket(FIRST_BUCKET)));
  });

  test('of recently written blocks wait', async () => {
    expect((await refreshHeat(client, { settleSeconds: 600 })).made).toEqual([]);
  });

  test('are distinguished from incomplete ones: rows without their bucket do not count', async () => {
    await refresh();
    await client.command({
      query: 'DELETE FROM account_heat_buckets WHERE true SETTINGS lightweight_deletes_sync = 2',
    });
    expect(await rowsOf(FIRST_BUCKET)).toEqual([]);
    await refresh();
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat(inBucket(FIRST_BUCKET)));
  });

  test('are made without the lists of their blocks, which may be older than those are kept', async () => {
    await client.command({ query: 'TRUNCATE TABLE slot_heat' });
    await refresh();
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat(inBucket(FIRST_BUCKET)));
  });
});

test('a bucket of more accounts than have a row keeps exact rows of the hottest, and an upper bound for the others', async () => {
  const bucket = FIRST_BUCKET + 5;
  const blocks = [0, 1, 2, 3].map((at) => makeBlock({ slot: bucket * 128 + at, transactions: 150 }));
  await writer.write([...blocks, makeBlock({ slot: (bucket + 1) * 128 })]);
  expect((await refresh()).made).toContain(bucket);
  const rows = await rowsOf(bucket);
  const all = naiveLocks(blocks);
  expect(rows).toHaveLength(500);
  const kept = new Set(rows.map((row) => (row as [string])[0]));
  for (const row of rows) expect(row).toEqual(expectedHeatRow(all.get((row as [string])[0])!));
  const others = [...all.values()].filter(({ account, writes }) => writes > 0 && !kept.has(account));
  const most = others.reduce((units, other) => (other.units > units ? other.units : units), 0n);
  const [header] = await client.read.queryRows<[string]>(
    `SELECT toString(cut_compute_units) FROM account_heat_buckets FINAL WHERE bucket = ${bucket}`,
    { timeoutMs: 60_000 },
  );
  // No list of a block was cut: what is left out is known exactly.
  expect(BigInt(header![0])).toBe(most);
});

describe('a bucket of which a block changes', () => {
  const slot = SLOTS[3]!;
  const others = inBucket(FIRST_BUCKET).filter((block) => block.slot !== slot);

  test('counts a block that is written twice once, unmerged rows and all', async () => {
    await refresh();
    // As a second ingester at the same moment does it: neither saw the other's slots row.
    const again = chain.find((block) => block.slot === slot)!;
    await client.command({
      query: `DELETE FROM slots WHERE slot = ${slot} SETTINGS lightweight_deletes_sync = 2`,
    });
    expect((await rowsOf(FIRST_BUCKET)).length).toBe(0);
    await writer.write([again]);
    await refresh();
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat(inBucket(FIRST_BUCKET)));
  });

  test('is ignored from the moment it is replaced until it is computed again', async () => {
    await refresh();
    const replaced = makeBlock({ slot, seed: 2, transactions: 30 });
    const { outcomes } = await writer.write([replaced]);
    expect(outcomes.get(slot)).toBe('replaced');
    expect(await rowsOf(FIRST_BUCKET)).toEqual([]);
    expect((await refresh()).made).toEqual([FIRST_BUCKET]);
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat([...others, replaced]));
  });

  test('gets the slot that was missing when it was made', async () => {
    const late = makeBlock({ slot: FIRST_BUCKET * 128 + 50, transactions: 25 });
    await refresh();
    await writer.write([late]);
    expect((await refresh()).made).toEqual([FIRST_BUCKET]);
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat([...inBucket(FIRST_BUCKET), late]));
  });

  test('takes the better version of a block that came without meta first', async () => {
    const at = FIRST_BUCKET * 128 + 60;
    const poor = makeBlock({ slot: at, transactions: 25, content: 'no_entries', hasMeta: false });
    const good = makeBlock({ slot: at, transactions: 25 });
    await writer.write([poor]);
    await refresh();
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat([...inBucket(FIRST_BUCKET), poor]));
    await writer.write([good]);
    await refresh();
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat([...inBucket(FIRST_BUCKET), good]));
  });

  test('leaves out a block of which only entries are stored', async () => {
    const at = FIRST_BUCKET * 128 + 70;
    await writer.write([makeBlock({ slot: at, content: 'entries_only' })]);
    await refresh();
    expect(await rowsOf(FIRST_BUCKET)).toEqual(expectedHeat(inBucket(FIRST_BUCKET)));
  });
});
