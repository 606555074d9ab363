import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exchangeServers, markFinished, moveFolders } from './folders.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function write(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'rows'), text);
}

/** A data folder of three servers, with two new ones. */
function dataDirWithNext(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-folders-'));
  folders.push(dataDir);
  const { next } = moveFolders(dataDir);
  for (const name of ['clickhouse', 'shard-2', 'shard-3', 'postgres', 'logs']) write(dataDir, name, 'old');
  writeFileSync(join(dataDir, 'shards.json'), '{"shards":3}');
  for (const name of ['clickhouse', 'shard-2', 'config', 'logs']) write(next, name, 'new');
  writeFileSync(join(next, 'shards.json'), '{"shards":2}');
  return dataDir;
}

const rowsOf = (...path: string[]): string => readFileSync(join(...path, 'rows'), 'utf8');

function expectExchanged(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => name !== 'lock');
  expect(names.sort()).toEqual([...['clickhouse', 'former', 'logs', 'postgres', 'shard-2', 'shards.json']]);
  for (const name of ['clickhouse', 'shard-2']) expect(rowsOf(dataDir, name)).toBe('new');
  for (const name of ['postgres', 'logs']) expect(rowsOf(dataDir, name)).toBe('old');
  expect(readFileSync(join(dataDir, 'shards.json'), 'utf8')).toBe('{"shards":2}');
  for (const name of ['clickhouse', 'shard-2', 'shard-3'])
    expect(rowsOf(dataDir, 'former', name)).toBe('old');
}

test('the servers of an unfinished move stay where they are', async () => {
  const dataDir = dataDirWithNext();
  await exchangeServers(dataDir);
  expect(rowsOf(dataDir, 'clickhouse')).toBe('old');
  expect(existsSync(moveFolders(dataDir).former)).toBe(false);
});

test('those of a finished one take the place of the old ones, which are kept; another call changes nothing', async () => {
  const dataDir = dataDirWithNext();
  await markFinished(dataDir);
  await exchangeServers(dataDir);
  expectExchanged(dataDir);
  await exchangeServers(dataDir);
  expectExchanged(dataDir);
});

test('an exchange that was interrupted goes on, wherever it was', async () => {
  for (const [isArriving, renamed] of [
    [false, ['clickhouse']],
    [false, ['clickhouse', 'shard-2', 'shard-3', 'shards.json']],
    [true, []],
    [true, ['clickhouse', 'shards.json']],
    [true, ['clickhouse', 'shard-2', 'shards.json']],
  ] as const) {
    const dataDir = dataDirWithNext();
    await markFinished(dataDir);
    const { next, arriving, former } = moveFolders(dataDir);
    mkdirSync(former);
    const old = isArriving ? ['clickhouse', 'shard-2', 'shard-3', 'shards.json'] : renamed;
    for (const name of old) renameSync(join(dataDir, name), join(former, name));
    if (isArriving) {
      renameSync(next, arriving);
      for (const name of renamed) renameSync(join(arriving, name), join(dataDir, name));
    }
    await exchangeServers(dataDir);
    expectExchanged(dataDir);
  }
});
