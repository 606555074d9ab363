import { makeBlock } from '@tickscope/testkit/made-block';
import { digests } from '@tickscope/testkit/store/table-digests';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, pendingMigrations } from '../migrate.js';
import { BlockWriter } from '../writer/block-writer.js';
import { encodedBlock } from '../writer/encoded-block.js';
import { BLOCK_TABLES, ROW_TABLES } from '../writer/tables.js';
import { openStore } from './open-store.js';
import { PLACEMENTS, placementOf } from './placement.js';

const SHARDS = 3;

let cluster: TestCluster;
let single: TestStore;
beforeAll(async () => {
  [cluster, single] = await Promise.all([startTestCluster(SHARDS), startTestStore()]);
});
afterAll(async () => Promise.all([cluster?.stop(), single?.stop()]));

const BLOCKS = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((seed) => makeBlock({ slot: 5_000 + seed * 3, seed })),
  tradedBlock(9_700, [
    { does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n },
    { does: 'swap', trader: 'bob', from: 'B', paid: 100n, got: 40n },
    { does: 'exchange', trader: 'alice', paid: 11n, got: 7n, program: 'new dex', data: '2a01', calls: 2 },
    { does: 'fill', taker: 'alice', maker: 'maker', paid: 5n, got: 5n },
    { does: 'rebate', wallet: 'alice', amount: 30n },
  ]),
];

/** Of each shard, by a statement in its own database. */
async function onShards(sql: string): Promise<string[]> {
  const rows = cluster.shards.map((shard) =>
    shard.read.queryRows<[string]>(sql.replaceAll('LOCAL', 'tickscope_local'), { timeoutMs: 30_000 }),
  );
  return (await Promise.all(rows)).map(([row]) => String(row?.[0]));
}

test('every table of the migrations has a placement, and every placement a table', async () => {
  const { read } = await single.fresh();
  const tables = await read.queryRows<[string]>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
    { timeoutMs: 10_000 },
  );
  // Migration 15 drops this one.
  const known = Object.keys(PLACEMENTS).filter((name) => name !== 'detection_progress');
  expect(tables.map(([name]) => name).sort()).toEqual(known.sort());
});

test('migrating again changes nothing', async () => {
  expect((await migrate(cluster.store)).applied).toEqual([]);
  expect(await pendingMigrations(cluster.open('reader').read)).toEqual([]);
});

test('a block’s rows are those of one server, each on the shard of its key; its slot is on every server', async () => {
  const one = await single.fresh();
  for (const blocks of [BLOCKS, BLOCKS.map(encodedBlock)]) {
    await new BlockWriter(one).write(BLOCKS);
    await new BlockWriter(cluster.store).write(blocks);
    const tables = [...BLOCK_TABLES];
    expect(await digests(cluster.shards[0]!, { tables })).toEqual(await digests(one, { tables }));
    expect(await digests(cluster.shards[2]!, { tables })).toEqual(await digests(one, { tables }));
  }
  for (const table of ROW_TABLES) {
    const placement = placementOf(table);
    if (placement.on !== 'shards') throw new Error(`${table} is not spread`);
    const { expression } = placement.key;
    const keys = await onShards(
      `SELECT toString(groupUniqArray(${expression} % ${SHARDS})) FROM LOCAL.${table}`,
    );
    for (const [shard, list] of keys.entries()) expect([`[${shard}]`, '[]'], table).toContain(list);
  }
  const counts = await onShards('SELECT count() FROM LOCAL.account_locks');
  expect(Math.min(...counts.map(Number))).toBeGreaterThan(100);
  expect(await onShards('SELECT uniqExact(slot) FROM slots')).toEqual(Array(SHARDS).fill(`${BLOCKS.length}`));
});

test('another block for a slot replaces the old one on every shard', async () => {
  const slot = BLOCKS[0]!.slot;
  const other = makeBlock({ slot, seed: 77, transactions: 23 });
  const one = await single.fresh();
  await new BlockWriter(one).write([other]);
  const { outcomes } = await new BlockWriter(cluster.store).write([other]);
  expect(outcomes.get(slot)).toBe('replaced');
  const options = { tables: [...BLOCK_TABLES], where: `slot = ${slot}` };
  expect(await digests(cluster.shards[0]!, options)).toEqual(await digests(one, options));
  expect(await onShards(`SELECT count() FROM slots WHERE slot = ${slot}`)).toEqual(Array(SHARDS).fill('1'));
});

test('what belongs to the first server is written there, and read by all', async () => {
  expect(
    await onShards("SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'gaps'"),
  ).toEqual(['ReplacingMergeTree', 'Distributed', 'Distributed']);
  const gaps = await onShards('SELECT count() FROM gaps FINAL');
  expect(Number(gaps[0])).toBeGreaterThan(0);
  expect(new Set(gaps).size).toBe(1);
});

test('servers in another order than that of their shards, or not all of them, are refused', async () => {
  const urls = cluster.servers.map(({ url }) => url);
  for (const list of [urls.toReversed(), urls.slice(0, 2), urls.slice(0, 1)]) {
    const store = openStore({
      ...cluster.servers[0]!.users.owner,
      url: list.join(','),
      database: 'tickscope',
      application: 'test',
    });
    await expect(migrate(store)).rejects.toThrow(/in the order of their shards/);
    await store.close();
  }
});

test('a statement that only one server can run is refused', async () => {
  await expect(
    cluster.store.administer.execute('RENAME TABLE slots TO others', { timeoutMs: 5_000 }),
  ).rejects.toThrow(/several servers/);
});
