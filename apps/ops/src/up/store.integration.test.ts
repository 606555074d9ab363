import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from '@tickscope/embedded';
import { pendingMigrations } from '@tickscope/store';
import { copyMigratedFolder } from '@tickscope/testkit/store/migrated-clickhouse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptPorts } from './kept-ports.js';
import type { Source } from './start-options.js';
import { type RunningStore, startStore } from './store.js';

let dataDir: string;
let said: string[];
let closers: (() => Promise<unknown>)[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tickscope-up-store-'));
  said = [];
  closers = [];
  await copyMigratedFolder(dataDir);
  const { clickhouse } = await start('none');
  await clickhouse.administer.execute(
    `INSERT INTO schema_versions SELECT * REPLACE ('${'0f'.repeat(32)}' AS hash) FROM schema_versions FINAL`,
    { timeoutMs: 10_000 },
  );
  await clickhouse.administer.execute('OPTIMIZE TABLE schema_versions FINAL', { timeoutMs: 10_000 });
  await close();
});
afterEach(async () => {
  await close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(source: Source): Promise<RunningStore> {
  const lock = await lockDataDir(dataDir);
  closers.push(async () => lock.release());
  const say = (line: string): void => void said.push(line);
  const none = { api: undefined, clickhouseHttp: undefined, clickhouseTcp: undefined, postgres: undefined };
  return await startStore({
    ...{ dataDir, logDir: dataDir, source, lock, say, shards: null, backupDirs: [], ports: none },
    keptPorts: await KeptPorts.open(dataDir, say),
    onClose: (closer) => closers.push(closer),
    onRestart: async () => {},
    fail: (error) => say(error.message),
    signal: new AbortController().signal,
  });
}

async function close(): Promise<void> {
  for (const closer of closers.splice(0).toReversed()) await closer();
}

test('a store with the tables of another build is refused, with the folder to move', async () => {
  await expect(start('geyser')).rejects.toThrow(
    `Move ${join(dataDir, 'clickhouse')} away (or drop its database) and start again`,
  );
  expect(await readdir(dataDir)).toContain('clickhouse');
});

test('one that the simulator filled is moved aside with the blocks that waited for it, and a new one is begun', async () => {
  await mkdir(join(dataDir, 'simulator'));
  await mkdir(join(dataDir, 'spill'));
  await writeFile(join(dataDir, 'spill', 'database'), 'the former one\n');
  const store = await start('simulator');
  expect(await pendingMigrations(store.clickhouse.read)).toEqual([]);
  const [, former = ''] = /They are in (\S+) and \S+ now/.exec(said.join('\n')) ?? [];
  expect(former.startsWith(join(dataDir, 'clickhouse-former-'))).toBe(true);
  expect(existsSync(join(former, 'data'))).toBe(true);
  expect(existsSync(join(dataDir, 'spill'))).toBe(false);
  expect(existsSync(join(former.replace('clickhouse-former', 'spill-former'), 'database'))).toBe(true);
});
