import { makeBlock } from '@tickscope/testkit/made-block';
import { digests } from '@tickscope/testkit/store/table-digests';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshHeat } from '../heat/refresh-heat.js';
import { isUnreachable } from '../is-unreachable.js';
import { migrate, OtherSchemaError, pendingMigrations } from '../migrate.js';
import { applyRetention, DEFAULT_RETENTION } from '../retention/apply-retention.js';
import { BlockWriter } from '../writer/block-writer.js';
import { encodedBlock } from '../writer/encoded-block.js';
import { BLOCK_TABLES, ROW_TABLES } from '../writer/tables.js';
import { openStore } from './open-store.js';
import { OneServerOnlyError } from './placed-statements.js';
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

/** Asks each shard, by a statement in its own database. */
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
  expect(tables.map(([name]) => name).sort()).toEqual(Object.keys(PLACEMENTS).sort());
});

test('migrating again changes nothing', async () => {
  expect((await migrate(cluster.store)).applied).toEqual([]);
  expect(await pendingMigrations(cluster.open('reader').read)).toEqual([]);
});

test('a block’s rows are those of one server, each on the shard of its key; its slot is on every server', async () => {
  const one = await single.fresh();
  for (const blocks of [BLOCKS, BLOCKS.map((block) => encodedBlock(block))]) {
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
  const counts = await onShards('SELECT count() FROM LOCAL.account_slots');
  expect(Math.min(...counts.map(Number))).toBeGreaterThan(100);
  expect(await onShards('SELECT uniqExact(slot) FROM slots')).toEqual(Array(SHARDS).fill(`${BLOCKS.length}`));
});

test('heat is made of the rows of all shards, and of its buckets every server knows', async () => {
  const one = await single.fresh();
  await new BlockWriter(one).write(BLOCKS);
  const made = (await refreshHeat(one, { settleSeconds: 0 })).made;
  expect((await refreshHeat(cluster.store, { settleSeconds: 0 })).made).toEqual(made);
  expect(made.length).toBeGreaterThan(0);
  // The digest of a bucket says when its blocks were written.
  const sql = `SELECT count(), sum(cityHash64(bucket, account, write_count, conflict_count, failed_count, compute_units,
    slot_offsets, slot_lock_counts, slot_write_counts, arraySort(signers), prices, price_counts)) FROM account_heat FINAL`;
  const [expected] = await one.read.queryRows<[string, string]>(sql, { timeoutMs: 10_000 });
  expect(Number(expected?.[0])).toBeGreaterThan(100);
  expect(await cluster.store.read.queryRows(sql, { timeoutMs: 10_000 })).toEqual([expected]);
  expect(await onShards('SELECT count() FROM account_heat_buckets')).toEqual(
    Array(SHARDS).fill(`${made.length}`),
  );
  for (const rows of await onShards('SELECT count() FROM LOCAL.account_heat'))
    expect(Number(rows)).toBeGreaterThan(0);
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

test('a server with tables of another build is refused by its number, though the first one has those of this one', async () => {
  const last = cluster.shards[SHARDS - 1]!;
  const onLast = (query: string) =>
    last.command({ query, http_headers: { 'X-ClickHouse-Database': 'default' } });
  const change = (from: string, to: string) =>
    onLast(`ALTER TABLE tickscope.schema_versions UPDATE hash = concat('${to}', substring(hash, ${from.length + 1}))
      WHERE true SETTINGS mutations_sync = 2`);
  const expectRefused = async () => {
    const error = await migrate(cluster.store).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OtherSchemaError);
    expect((error as Error).message).toContain(`server ${SHARDS} has the tables of another build`);
  };
  const sql = 'SELECT substring(hash, 1, 2) FROM schema_versions FINAL';
  const [[start]] = (await last.read.queryRows<[string]>(sql, { timeoutMs: 10_000 })) as [[string]];
  await change(start, 'zz');
  await expectRefused();
  await change('zz', start);
  expect((await migrate(cluster.store)).applied).toEqual([]);

  // As if its first database were a new one, beside the former one of its shard.
  const tables = ['schema_versions', 'slots', 'account_slots'];
  await onLast(
    `RENAME TABLE ${tables.map((name) => `tickscope.${name} TO tickscope.aside_${name}`).join(', ')}`,
  );
  await expectRefused();
  await onLast(
    `RENAME TABLE ${tables.map((name) => `tickscope.aside_${name} TO tickscope.${name}`).join(', ')}`,
  );
  expect((await migrate(cluster.store)).applied).toEqual([]);
});

test('a statement that is not known how to run on several servers is refused, and nothing has changed', async () => {
  const { administer } = cluster.store;
  for (const [statement, withoutDatabase] of [
    ['BACKUP DATABASE tickscope TO Null', false],
    ['RENAME TABLE slots TO others', false],
    ['DROP DATABASE {{database}}', true],
  ] as const)
    await expect(administer.execute(statement, { timeoutMs: 5_000, withoutDatabase })).rejects.toThrow(
      OneServerOnlyError,
    );
  expect(await pendingMigrations(cluster.store.read)).toEqual([]);
});

test('retention changes the tables of every shard', async () => {
  await applyRetention(cluster.store, { ...DEFAULT_RETENTION, locks: 9 });
  expect(
    await onShards(
      "SELECT countIf(engine_full LIKE '%toIntervalDay(9)%') FROM system.tables WHERE database = 'tickscope_local' AND name LIKE 'account_%'",
    ),
  ).toEqual(Array(SHARDS).fill('2'));
  expect(await applyRetention(cluster.store, { ...DEFAULT_RETENTION, locks: 9 })).toEqual([]);
});

test('with a server away a block is not visible, nor what else it has answered in part; then it is written whole', async () => {
  const block = makeBlock({ slot: 12_000, seed: 5 });
  const reader = cluster.open('reader');
  const count = (sql: string): Promise<readonly unknown[][]> =>
    reader.read.queryRows<unknown[]>(sql, { timeoutMs: 20_000 });
  const stored = await onShards('SELECT toString(groupUniqArray(slot)) FROM LOCAL.transactions');
  const at = (shard: number): Promise<readonly unknown[][]> =>
    reader.read.queryRows<unknown[]>(
      'SELECT slot, block_index FROM transactions FINAL WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}',
      { params: { positions: `[(${(JSON.parse(stored[shard]!) as number[])[0]},0)]` }, timeoutMs: 20_000 },
    );
  expect(await at(SHARDS - 1)).toHaveLength(1);
  const startAgain = await cluster.stopServer(SHARDS - 1);
  const failures = await Promise.all([
    new BlockWriter(cluster.store).write([block]).catch((error: Error) => error),
    count('SELECT count() FROM account_locks').catch((error: Error) => error),
    at(SHARDS - 1).catch((error: Error) => error),
  ]);
  expect(failures.map((failure) => isUnreachable(failure))).toEqual([true, true, true]);
  // What is on the other servers is answered.
  expect(await at(0)).toHaveLength(1);
  expect(await at(1)).toHaveLength(1);
  expect(await count(`SELECT count() FROM slots WHERE slot = ${block.slot}`)).toEqual([['0']]);
  await startAgain();
  const { outcomes } = await new BlockWriter(cluster.store).write([block]);
  expect(outcomes.get(block.slot)).toBe('written');
  const one = await single.fresh();
  await new BlockWriter(one).write([block]);
  const options = { tables: [...BLOCK_TABLES], where: `slot = ${block.slot}` };
  expect(await digests(cluster.shards[0]!, options)).toEqual(await digests(one, options));
});
