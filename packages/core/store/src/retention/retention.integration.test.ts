import { setTimeout as sleep } from 'node:timers/promises';
import { makeBlock } from '@tickscope/testkit/made-block';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BlockWriter } from '../writer/block-writer.js';
import { applyRetention, DEFAULT_RETENTION, RETAINED_TABLES } from './apply-retention.js';
import { readDiskUse } from './disk-use.js';

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  client = await store.fresh();
});

const TIMEOUT = { timeoutMs: 10_000 };

async function one(sql: string): Promise<unknown> {
  const [row] = await client.read.queryRows<[unknown]>(sql, TIMEOUT);
  return row?.[0];
}

/** Defaults of docs/operations.md: locks 4 days, transactions, entries and signatures 8, swaps and sandwiches 35. */
const DAYS: [string, number][] = [
  ['account_slots', 4],
  ['account_heat', 4],
  ['entries', 8],
  ['transactions', 8],
  ['signatures', 8],
  ['swaps', 35],
  ['swaps_by_trader', 35],
  ['token_links', 35],
  ['pool_events', 35],
  ['fills', 35],
  ['rebates', 35],
  ['tips', 35],
  ['unknown_frames', 35],
  ['sandwiches', 35],
  ['sandwich_legs', 35],
  ['sandwich_legs_by_trader', 35],
  ['sandwiches_by_address', 35],
  ['actor_trips', 35],
];

describe('the tables', () => {
  it('are made with the retention of the design, and all of them are in a group', async () => {
    const rows = await client.read.queryRows<[string, string]>(
      `SELECT name, extract(create_table_query, 'TTL inserted_at . toIntervalDay.([0-9]+)') FROM system.tables
       WHERE database = currentDatabase() AND name IN ('${DAYS.map(([name]) => name).join("', '")}')`,
      TIMEOUT,
    );
    expect(rows.map(([name, days]) => [name, Number(days)]).sort()).toEqual([...DAYS].sort());
    expect(Object.values(RETAINED_TABLES).flat().sort()).toEqual(DAYS.map(([name]) => name).sort());
  });

  it('need no change for the default', async () => {
    expect(await applyRetention(client, DEFAULT_RETENTION)).toEqual([]);
    expect(await one('SELECT count() FROM retention FINAL')).toBe('3');
  });

  it('are changed once, and changed back', async () => {
    const changes = await applyRetention(client, { ...DEFAULT_RETENTION, locks: 2 });
    expect(changes).toEqual([
      { table: 'account_slots', fromDays: 4, toDays: 2 },
      { table: 'account_heat', fromDays: 4, toDays: 2 },
    ]);
    expect(await applyRetention(client, { ...DEFAULT_RETENTION, locks: 2 })).toEqual([]);
    expect(await applyRetention(client, DEFAULT_RETENTION)).toHaveLength(2);
  });

  it('drop rows that are too old for a shorter time, and keep the others', async () => {
    onTestFinished(() => store.drop());
    // In partitions of their own: what is dropped is dropped whole.
    const blocks = [makeBlock({ slot: 50_000 }), makeBlock({ slot: 600_000 })];
    await new BlockWriter(client).write(blocks);
    // As if the first had been inserted five days ago.
    await client.command({
      query:
        'ALTER TABLE transactions UPDATE inserted_at = inserted_at - INTERVAL 5 DAY WHERE slot = 50000 SETTINGS mutations_sync = 2',
    });
    expect(await one('SELECT uniqExact(slot) FROM transactions')).toBe('2');
    await client.command({ query: 'ALTER TABLE transactions MODIFY SETTING merge_with_ttl_timeout = 0' });
    await applyRetention(client, { ...DEFAULT_RETENTION, transactions: 3 });
    const deadline = Date.now() + 60_000;
    while ((await one('SELECT uniqExact(slot) FROM transactions')) !== '1' && Date.now() < deadline) {
      await sleep(200);
    }
    expect(await one('SELECT groupUniqArray(slot) FROM transactions')).toEqual(['600000']);
  });
});

describe('kept_since', () => {
  const daysAgo = async (name: string): Promise<number> =>
    Number(
      await one(
        `SELECT dateDiff('second', kept_since, now()) / 86400 FROM kept_since WHERE name = '${name}'`,
      ),
    );
  /** A setting that was made `ago` days ago. */
  const setting = (days: number, ago: number): Promise<unknown> =>
    client.command({
      query: `INSERT INTO retention (name, days, changed_at) VALUES ('locks', ${days}, now() - INTERVAL ${ago} DAY)`,
    });

  it('is the retention ago, where it was never changed', async () => {
    expect(await daysAgo('locks')).toBeCloseTo(4, 2);
    expect(await daysAgo('swaps')).toBeCloseTo(35, 2);
  });

  it('follows a shorter time at once', async () => {
    onTestFinished(() => store.drop());
    await applyRetention(client, { ...DEFAULT_RETENTION, locks: 1 });
    expect(await daysAgo('locks')).toBeCloseTo(1, 2);
  });

  it('follows a longer time as the rows get older, for those that were dropped do not come back', async () => {
    // 4 days until 3 days ago: then all older than 7 days ago was gone.
    await setting(10, 3);
    expect(await daysAgo('locks')).toBeCloseTo(7, 2);
    await setting(2, 2);
    expect(await daysAgo('locks')).toBeCloseTo(2, 2);
    // 2 days until 1 day ago: what was inserted 3 days ago is there still.
    await setting(30, 1);
    expect(await daysAgo('locks')).toBeCloseTo(3, 2);
  });
});

describe('readDiskUse', () => {
  it('returns bytes, parts and bytes per day of each table, and the free space', async () => {
    await new BlockWriter(client).write([makeBlock({ slot: 50_000 }), makeBlock({ slot: 50_001 })]);
    const [use] = await readDiskUse(client);
    const locks = use.tables.find(({ table }) => table === 'account_slots')!;
    expect(locks.bytes).toBeGreaterThan(0);
    // All of it came within this hour, which is the shortest time that is reckoned with.
    expect(locks.bytesPerDay).toBeCloseTo(locks.bytes * 24, -3);
    expect(locks.partsOfPartition).toBeGreaterThanOrEqual(1);
    expect(use.bytes).toBe(use.tables.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(use.freeBytes).toBeGreaterThan(0);
    expect(use.capacityBytes).toBeGreaterThan(use.freeBytes);
  });

  it('spreads the bytes over the days in which they came', async () => {
    await new BlockWriter(client).write([makeBlock({ slot: 50_000 }), makeBlock({ slot: 90_000 })]);
    await client.command({
      query:
        'ALTER TABLE account_slots UPDATE inserted_at = inserted_at - INTERVAL 2 DAY WHERE slot = 50000 SETTINGS mutations_sync = 2',
    });
    const [{ tables }] = await readDiskUse(client);
    const locks = tables.find(({ table }) => table === 'account_slots')!;
    expect(locks.bytesPerDay).toBeCloseTo(locks.bytes / 2, -2);
  });
});
