import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ended, runProgram } from '@tickscope/cli/testing/run-program';
import { redetect } from '@tickscope/pipeline';
import { BlockWriter, pendingMigrations, ROW_TABLES, refreshHeat } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import { digests } from '@tickscope/testkit/store/table-digests';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backedUpBlocks } from '../testing/backup-stage.js';
import type { Manifest } from './manifest.js';

const SHARDS = 2;
const FIRST = 40;
/** Replaced by another block again and again, far from the chain. */
const REPLACED = 431_000_000;
const SPREAD = ['entries', 'transactions', 'signatures', 'swaps', 'account_heat'];
const blocks = backedUpBlocks(200);

let folder: string;
let source: TestCluster;
let target: TestCluster;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tickscope-shard-backups-')));
  source = await startTestCluster(SHARDS, { backupDirs: [folder] });
  target = await startTestCluster(SHARDS, { backupDirs: [folder], isMigrated: false });
  await new BlockWriter(source.store).write(blocks.slice(0, FIRST));
  await redetect(source.store, { fromSlot: blocks[0]!.slot, toSlot: blocks[FIRST - 1]!.slot });
  await refreshHeat(source.store, { settleSeconds: 0 });
}, 180_000);
afterAll(async () => {
  await source?.stop();
  await target?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const place = (name: string): string => join(folder, name);

function tickscope(cluster: TestCluster, ...args: string[]): Promise<Ended> {
  return runProgram(args, envOf(cluster));
}

function envOf(cluster: TestCluster): Record<string, string> {
  const { user, password } = cluster.servers[0]!.users.owner;
  return {
    CLICKHOUSE_URL: cluster.servers.map(({ url }) => url).join(','),
    ...{ CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password },
    TICKSCOPE_DATA_DIR: place('none'),
  };
}

/** Reads from each server its own rows of the tables that are spread, and those that it has whole. */
async function rowsOf(cluster: TestCluster): Promise<string[][]> {
  const tables = [...SPREAD.map((table) => `tickscope_local.${table}`), 'slots', 'account_heat_buckets'];
  return Promise.all(
    cluster.shards.map(async ({ read }) => {
      const counts: string[] = [];
      for (const table of tables) {
        // Each server stamps its own replica of a block's row, which a restore takes from the first.
        const columns = table === 'slots' ? '* EXCEPT inserted_at' : '*';
        const sql = `SELECT count(), sum(cityHash64(tuple(${columns}))) FROM ${table} FINAL`;
        const [row] = await read.queryRows<[string, string]>(sql, { timeoutMs: 30_000 });
        counts.push(`${table} ${row!.join(' ')}`);
      }
      return counts;
    }),
  );
}

async function slotsOf(cluster: TestCluster, sql: string): Promise<number[]> {
  const rows = await cluster.store.read.queryRows<[string]>(sql, { timeoutMs: 30_000 });
  return rows.map(([slot]) => Number(slot));
}

test('every server is copied, and a store of as many servers gets back what each had', async () => {
  const made = await tickscope(source, 'backup', place('full'));
  expect(made.code, made.stderr).toBe(0);
  const { clickhouse } = JSON.parse(await readFile(place('full/manifest.json'), 'utf8')) as Manifest;
  expect(clickhouse.servers).toBe(SHARDS);
  const rows = new Map(clickhouse.tables.map((table) => [table.table, table.rows]));
  for (const table of ['shard-1/account_slots', 'shard-2/account_slots'])
    expect(rows.get(table), table).toBeGreaterThan(0);
  expect(rows.get('slots')).toBe(FIRST);

  const restored = await tickscope(target, 'restore', place('full'));
  expect(restored.code, restored.stderr).toBe(0);
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
  expect(await digests(target.shards[1]!)).toEqual(await digests(source.shards[0]!));
  expect(await pendingMigrations(target.store.read)).toEqual([]);
  const [from, to] = [blocks[0]!.slot, blocks[FIRST - 1]!.slot];
  const verified = await tickscope(target, 'verify', '--from', String(from), '--to', String(to), '--poh');
  expect(verified.stdout).toContain('nothing is wrong');
});

test('a copy made while blocks are written and replaced holds whole blocks, and only those', async () => {
  const stop = new AbortController();
  const write = async (): Promise<void> => {
    const writer = new BlockWriter(source.store);
    for (const block of blocks.slice(FIRST)) if (!stop.signal.aborted) await writer.write([block]);
  };
  const replace = async (): Promise<void> => {
    const writer = new BlockWriter(source.store);
    for (let seed = 1; !stop.signal.aborted; seed += 1)
      await writer.write([makeBlock({ slot: REPLACED, seed, transactions: 20 })]);
  };
  const writing = Promise.all([write(), replace()]);
  const made = await tickscope(source, 'backup', place('second'), '--base', place('full'));
  stop.abort();
  await writing;
  expect(made.code, made.stderr).toBe(0);
  const refused = await tickscope(target, 'restore', place('second'));
  expect(refused.stderr).toContain('the store is not empty');
  const restored = await tickscope(target, 'restore', place('second'), '--replace');
  expect(restored.code, restored.stderr).toBe(0);

  const kept = await slotsOf(target, 'SELECT DISTINCT slot FROM slots ORDER BY slot');
  const chain = kept.filter((slot) => slot !== REPLACED);
  expect(chain.length).toBeGreaterThanOrEqual(FIRST);
  expect(chain).toEqual(blocks.slice(0, chain.length).map(({ slot }) => slot));
  const options = { where: `slot IN (${chain.join(',')})` };
  for (const shard of target.shards)
    expect(await digests(shard, options)).toEqual(await digests(source.shards[0]!, options));
  for (const table of ROW_TABLES) {
    const orphans = `SELECT DISTINCT slot FROM ${table} WHERE slot NOT IN (SELECT slot FROM slots)`;
    expect(await slotsOf(target, orphans), table).toEqual([]);
  }
}, 180_000);

/** Kills a backup in the moment in which a file of it is there. */
async function killed(
  folder: string,
  moment: string,
  run: (onStart: (child: ChildProcess) => void) => Promise<Ended>,
): Promise<void> {
  const { stderr } = await run(async (child) => {
    while (child.exitCode === null && !existsSync(join(folder, moment))) await sleep(2);
    child.kill('SIGKILL');
  });
  expect(existsSync(join(folder, moment)), stderr).toBe(true);
}

test('blocks are written while a backup is killed: what is left is no backup, and the same command makes one', async () => {
  const chain = { where: `slot != ${REPLACED}` };
  const before = await digests(source.shards[0]!, chain);
  const stop = new AbortController();
  const replacing = (async () => {
    const writer = new BlockWriter(source.store);
    for (let seed = 1_000; !stop.signal.aborted; seed += 1)
      await writer.write([makeBlock({ slot: REPLACED, seed, transactions: 20 })]);
  })();
  const folder = place('killed');
  for (const moment of ['clickhouse/shard-2/tables', 'clickhouse/shard-2/blocks'])
    await killed(folder, moment, (onStart) => runProgram(['backup', folder], envOf(source), onStart));
  expect((await readdir(folder)).sort()).toEqual(['clickhouse', 'unfinished.json']);
  const refused = await tickscope(target, 'restore', folder, '--replace');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/holds a backup that was interrupted.*starts over/);
  const again = await tickscope(source, 'backup', folder);
  stop.abort();
  await replacing;
  expect(again.code, again.stderr).toBe(0);
  expect((await tickscope(target, 'restore', folder, '--check')).code).toBe(0);
  for (const shard of source.shards) expect(await digests(shard, chain)).toEqual(before);
}, 180_000);

test('a new data folder gets as many servers, a killed backup of them leaves no lock; a store of another number is refused', async () => {
  const dataDir = place('new');
  const restored = await runProgram(['restore', place('full'), '--data-dir', dataDir], {});
  expect(restored.code, restored.stderr).toBe(0);
  expect(JSON.parse(await readFile(join(dataDir, 'shards.json'), 'utf8'))).toEqual({ shards: SHARDS });
  // The command starts these servers itself; they end with it, and so does its lock.
  const copy = place('of-new');
  const backup = ['backup', copy, '--data-dir', dataDir];
  await killed(copy, 'clickhouse/shard-2/rows', (onStart) => runProgram(backup, {}, onStart));
  const again = await runProgram(backup, {});
  expect(again.code, again.stderr).toBe(0);
  expect((await tickscope(target, 'restore', copy, '--check')).code).toBe(0);
  const one = await startTestCluster(1, { backupDirs: [folder], isMigrated: false });
  try {
    const { code, stderr } = await tickscope(one, 'restore', place('full'));
    expect(code).not.toBe(0);
    expect(stderr).toContain('the backup is of 2 ClickHouse servers, the store has 1');
  } finally {
    await one.stop();
  }
}, 180_000);

test('doctor sees the tables and the parts of all servers', async () => {
  const { code, stdout, stderr } = await tickscope(source, 'doctor', '--deep', '--json');
  expect(code, stdout + stderr).toBe(0);
  const { storage, parts } = JSON.parse(stdout) as {
    storage: { tables: { table: string; rows: number; bytes: number; keptDays: number }[] };
    parts: { parts: number; damaged: unknown[] };
  };
  const sums = await Promise.all(
    source.shards.map(({ read }) =>
      read.queryRows<[string, string]>(
        "SELECT sum(rows), count() FROM system.parts WHERE active AND database = 'tickscope_local' AND table = 'account_slots'",
        { timeoutMs: 10_000 },
      ),
    ),
  );
  const rows = sums.reduce((sum, [row]) => sum + Number(row![0]), 0);
  expect(storage.tables.find(({ table }) => table === 'account_slots')).toMatchObject({ rows, keptDays: 4 });
  expect(parts.damaged).toEqual([]);
  expect(parts.parts).toBeGreaterThan(SHARDS * SPREAD.length);
});
