import { makeBlock } from '@tickscope/testkit/made-block';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStoreContent } from '../backup/restore-marker.js';
import { migrate, OtherSchemaError, pendingMigrations } from '../migrate.js';
import { replaceLabels } from '../reference/labels.js';
import { applyRetention, DEFAULT_RETENTION } from '../retention/apply-retention.js';
import { BlockWriter } from '../writer/block-writer.js';
import { ROW_TABLES } from '../writer/tables.js';
import { moveStore } from './move-store.js';

const TIMEOUT = { timeoutMs: 30_000 };

let single: TestStore;
let cluster: TestCluster;
let one: TestConnection;
beforeAll(async () => {
  [single, cluster] = await Promise.all([startTestStore(), startTestCluster(2)]);
  one = await single.fresh();
}, 120_000);
afterAll(async () => {
  // The test changes a table's retention.
  await single?.drop();
  await Promise.all([cluster?.stop(), single?.stop()]);
});

const move = (finish: boolean) => {
  const source = single.environment('owner');
  const user = { ...cluster.servers[0]!.users.owner, database: 'tickscope', application: 'test' };
  return moveStore({
    from: { ...user, url: source['CLICKHOUSE_URL']!, password: source['CLICKHOUSE_PASSWORD']! },
    to: { ...user, url: cluster.servers.map(({ url }) => url).join(',') },
    rangeSlots: 64,
    finish,
  });
};

/** Reads a table's rows of some slots, with the times at which they were written. */
const rowsOf = ({ read }: Pick<TestConnection, 'read'>, table: string): Promise<unknown[]> =>
  read.queryRows(`SELECT * FROM ${table} FINAL ORDER BY ALL`, TIMEOUT);

async function expectEqual(): Promise<void> {
  for (const table of [...ROW_TABLES, 'slots', 'labels', 'retention'])
    expect(await rowsOf(cluster.shards[0]!, table), table).toEqual(await rowsOf(one, table));
  // The second server has them whole, too.
  for (const table of ['slots', 'labels'])
    expect(await rowsOf(cluster.shards[1]!, table), table).toEqual(await rowsOf(one, table));
}

const label = (address: string, text: string) => ({
  ...{ address, kind: 'bot', label: text, tags: ['test'], source: 'test' },
});
const [A, B] = ['So11111111111111111111111111111111111111112', '11111111111111111111111111111111'];

test('a store with tables of another build is refused with what to do', async () => {
  const change = (from: string, to: string) =>
    one.command({
      query: `ALTER TABLE schema_versions UPDATE hash = replaceOne(hash, '${from}', '${to}') WHERE true SETTINGS mutations_sync = 2`,
    });
  const [[hash]] = (await one.read.queryRows<[string]>(
    'SELECT hash FROM schema_versions FINAL',
    TIMEOUT,
  )) as [[string]];
  await change(hash, 'other');
  await expect(move(false)).rejects.toThrow(OtherSchemaError);
  await change('other', hash);
});

test('what is replaced, removed, half written or retracted between two calls is so in the new store', async () => {
  const blocks = [1, 2, 3, 4, 5, 6].map((seed) => makeBlock({ slot: 1_000 + seed * 9, seed }));
  await new BlockWriter(one).write(blocks);
  await replaceLabels(one, [label(A!, 'a'), label(B!, 'b')]);
  await applyRetention(one, { ...DEFAULT_RETENTION, locks: 9 });
  expect(await move(false)).toMatchObject({ blocks: 6, isFinished: false });

  // Programs see that it is not whole.
  expect(await readStoreContent(cluster.store)).toEqual({ state: 'unfinished', work: 'move' });
  expect((await pendingMigrations(cluster.store.read)).length).toBeGreaterThan(0);
  await expect(migrate(cluster.store)).rejects.toThrow('half of a move that did not end');

  const [removed, replaced, , halfWritten] = blocks;
  for (const table of ['slots', ...ROW_TABLES]) await one.write.deleteSlots(table, [removed!.slot]);
  await new BlockWriter(one).write([{ ...makeBlock({ slot: replaced!.slot, seed: 70 }) }]);
  await new BlockWriter(one).write([makeBlock({ slot: 2_000, seed: 71 })]);
  await replaceLabels(one, [label(A!, 'another name')]);
  // As a move leaves it that died.
  await cluster.store.write.deleteSlots('slots', [halfWritten!.slot]);
  await cluster.store.write.deleteSlots('account_slots', [halfWritten!.slot]);
  await new BlockWriter(cluster.store).write([makeBlock({ slot: halfWritten!.slot + 1, seed: 72 })]);
  await cluster.store.write.deleteSlots('slots', [halfWritten!.slot + 1]);

  const report = await move(true);
  // Removed, replaced, new, half written.
  expect(report).toMatchObject({ blocks: 3, isFinished: true });
  await expectEqual();
  expect(await pendingMigrations(cluster.store.read)).toEqual([]);
  expect((await migrate(cluster.store)).applied).toEqual([]);
  const ttl = await cluster.shards[1]!.read.queryRows<[string]>(
    "SELECT engine_full FROM system.tables WHERE database = 'tickscope_local' AND name = 'account_slots'",
    TIMEOUT,
  );
  expect(ttl[0]![0]).toContain('toIntervalDay(9)');
}, 120_000);
