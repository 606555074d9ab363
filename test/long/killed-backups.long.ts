import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { digests } from '@tickscope/testkit/store/table-digests';
import { openTestConnection, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Finished, newDataDir, tickscope, type UpStack, up } from '../support/cli.js';

interface Run {
  clickhouse: { url: string; users: { owner: { user: string; password: string } } };
}

const WAIT = { timeout: 120_000, interval: 200 };
/** Newest slots, which may change: they are not compared. */
const UNSETTLED_SLOTS = 10;

/** Waits for a file that a program makes, while the program lives. */
async function appeared(child: ChildProcess, path: string): Promise<void> {
  while (child.exitCode === null && !existsSync(path)) await sleep(2);
}

describe('tickscope backup of a live store of two ClickHouse, killed', () => {
  const { dataDir, remove } = newDataDir();
  const copies = join(dataDir, 'backups');
  let stack: UpStack;
  let store: TestConnection;
  let settled: { from: number; to: number };

  beforeAll(async () => {
    stack = await up(['--data-dir', dataDir, '--source', 'simulator', '--shards', '2']);
    const { clickhouse } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as Run;
    const { url, users } = clickhouse;
    store = openTestConnection({ url, ...users.owner, database: 'tickscope', application: 'test' });
    await vi.waitFor(async () => {
      const from = await slot('min(slot)', 'slots');
      const to = (await slot('max(slot)', 'detected_slots')) - UNSETTLED_SLOTS;
      expect(to - from).toBeGreaterThan(10);
      settled = { from, to };
    }, WAIT);
  }, 180_000);
  afterAll(async () => {
    await store?.close();
    await stack?.stop();
    remove();
  });

  async function slot(what: string, table: string): Promise<number> {
    const [row] = await store.read.queryRows<[string]>(`SELECT ${what} FROM ${table}`, {
      timeoutMs: 10_000,
    });
    return Number(row![0]);
  }

  const backup = (folder: string, onStart?: (child: ChildProcess) => void): Promise<Finished> =>
    tickscope(['backup', folder, '--data-dir', dataDir], {}, onStart);

  /** Ends in the moment in which a file of the backup is there. */
  async function killedBackup(folder: string, moment: string): Promise<void> {
    const { stderr } = await backup(folder, (child) => {
      void appeared(child, join(folder, moment)).then(() => child.kill('SIGKILL'));
    });
    expect(existsSync(join(folder, moment)), stderr).toBe(true);
  }

  /** Without its mark nothing may take it for a backup. */
  async function expectHalf(folder: string): Promise<void> {
    const names = await readdir(folder);
    expect(names).toContain('unfinished.json');
    expect(names).not.toContain('manifest.json');
    const refused = await tickscope(['restore', folder, '--check']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`${folder} holds a backup that was interrupted`);
    expect(refused.stderr).toContain(`run "tickscope backup ${folder}" again`);
  }

  async function expectWhole(folder: string): Promise<void> {
    expect((await readdir(folder)).sort()).toEqual([
      'accounts',
      'clickhouse',
      'clickhouse.sha256',
      'manifest.json',
    ]);
    const checked = await tickscope(['restore', folder, '--check']);
    expect(checked.stdout, checked.stderr).toContain('It can be restored.');
  }

  test('at any moment it is no backup, the store goes on as it was, and the same command makes one', async () => {
    const folder = join(copies, 'killed');
    const where = { where: `slot BETWEEN ${settled.from} AND ${settled.to}` };
    const before = await digests(store, where);
    for (const moment of ['clickhouse/shard-2/tables', 'clickhouse/shard-2/blocks', 'accounts'])
      await killedBackup(folder, moment);
    await expectHalf(folder);
    const again = await backup(folder);
    expect(again.code, again.stderr).toBe(0);
    await expectWhole(folder);
    expect(await digests(store, where)).toEqual(before);
    const head = await slot('max(slot)', 'slots');
    await vi.waitFor(async () => expect(await slot('max(slot)', 'slots')).toBeGreaterThan(head + 2), WAIT);
  }, 300_000);

  test('one that started the servers itself leaves no lock', async () => {
    const folder = join(copies, 'alone');
    await mkdir(copies, { recursive: true });
    await store.close();
    expect(await stack.stop()).toBe(0);
    await killedBackup(folder, 'clickhouse/shard-2/rows');
    const again = await backup(folder);
    expect(again.code, again.stderr).toBe(0);
    await expectWhole(folder);
    const range = ['--from', String(settled.from), '--to', String(settled.to)];
    const verified = await tickscope(['verify', '--data-dir', dataDir, ...range]);
    expect(verified.stdout, verified.stderr).toContain('nothing is wrong');
  }, 300_000);
});
