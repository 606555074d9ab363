import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processStarted } from './process-identity.js';
import { type RunInfo, readRunFile, removeRunFile, writeRunFile } from './run-file.js';
import { temporaryDir } from './testing/temporary-dir.js';

let dir: Awaited<ReturnType<typeof temporaryDir>>;
beforeEach(async () => {
  dir = await temporaryDir();
});
afterEach(() => dir.remove());

const user = (name: string) => ({ user: name, password: `secret of ${name}` });
const info: RunInfo = {
  clickhouse: {
    url: 'http://127.0.0.1:8123',
    tcpPort: 9000,
    pid: 4711,
    users: { owner: user('owner'), reader: user('reader'), analyst: user('analyst') },
  },
  postgres: {
    url: 'postgres://127.0.0.1:5432/tickscope',
    pid: 4712,
    users: { owner: user('owner'), app: user('app') },
  },
  api: { url: 'http://127.0.0.1:8080', key: 'a key' },
  node: { url: 'http://127.0.0.1:8899' },
};

async function rewrite(change: (file: Record<string, unknown>) => unknown): Promise<void> {
  const path = join(dir.path, 'run.json');
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))));
}

test('reads back the written file, with the process that wrote it', async () => {
  await writeRunFile(dir.path, info);
  expect(await readRunFile(dir.path)).toEqual({
    version: 1,
    pid: process.pid,
    started: processStarted(process.pid),
    dataDir: dir.path,
    ...info,
  });
});

test('only its user may read it, and no half-written file is left beside it', async () => {
  await writeRunFile(dir.path, {});
  await writeRunFile(dir.path, info);
  expect((await stat(join(dir.path, 'run.json'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dir.path)).toEqual(['run.json']);
});

test('without a file, or a folder, there is no stack', async () => {
  expect(await readRunFile(dir.path)).toBeNull();
  expect(await readRunFile(join(dir.path, 'absent'))).toBeNull();
  await writeRunFile(dir.path, info);
  await removeRunFile(dir.path);
  await removeRunFile(dir.path);
  expect(await readRunFile(dir.path)).toBeNull();
});

test('a stack without its process does not count', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  const pid = child.pid as number;
  const started = processStarted(pid);
  await writeRunFile(dir.path, info);
  await rewrite((file) => ({ ...file, pid, started }));
  expect(await readRunFile(dir.path)).toMatchObject({ pid });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await readRunFile(dir.path)).toBeNull();
});

test('a later process with the same number is not the stack', async () => {
  await writeRunFile(dir.path, info);
  await rewrite((file) => ({ ...file, started: 'earlier' }));
  expect(await readRunFile(dir.path)).toBeNull();
});

test.each<[string, (file: Record<string, unknown>) => unknown]>([
  ['another version', (file) => ({ ...file, version: 2 })],
  ['no process', ({ pid: _, ...rest }) => rest],
  ['an invalid process id', (file) => ({ ...file, pid: -1 })],
  ['an invalid URL', (file) => ({ ...file, api: { url: 'nowhere' } })],
  [
    'a missing user',
    (file) => ({ ...file, clickhouse: { ...info.clickhouse, users: { owner: user('owner') } } }),
  ],
  [
    'a missing user of Postgres',
    (file) => ({ ...file, postgres: { ...info.postgres, users: { app: user('app') } } }),
  ],
  ['an invalid port', (file) => ({ ...file, clickhouse: { ...info.clickhouse, tcpPort: 70_000 } })],
  ['a list', () => []],
])('a file with %s is refused by name', async (_, change) => {
  await writeRunFile(dir.path, info);
  await rewrite(change);
  await expect(readRunFile(dir.path)).rejects.toMatchObject({
    code: 'run_file_invalid',
    message: expect.stringContaining(join(dir.path, 'run.json')),
  });
});

test('a file that is not JSON is refused', async () => {
  await writeFile(join(dir.path, 'run.json'), '{"version":1');
  await expect(readRunFile(dir.path)).rejects.toMatchObject({ code: 'run_file_invalid' });
});
