import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DataLock, lockDataDir } from './data-lock.js';
import { processStarted } from './process-identity.js';
import { temporaryDir } from './testing/temporary-dir.js';

let dir: Awaited<ReturnType<typeof temporaryDir>>;
let held: DataLock[];
beforeEach(async () => {
  dir = await temporaryDir();
  held = [];
});
afterEach(async () => {
  for (const lock of held) lock.release();
  await dir.remove();
});

async function lock(path: string): Promise<DataLock> {
  const got = await lockDataDir(path);
  held.push(got);
  return got;
}

test('a second owner is refused with the first one and the folder, even in the same process', async () => {
  await lock(dir.path);
  await expect(lockDataDir(dir.path)).rejects.toMatchObject({
    code: 'data_dir_locked',
    message: expect.stringMatching(`${dir.path} is in use by process ${process.pid}\\.`),
  });
});

test('the folder is free once the owner releases it, and releasing twice does no harm', async () => {
  const first = await lock(dir.path);
  first.release();
  first.release();
  await lock(dir.path);
  await expect(lockDataDir(dir.path)).rejects.toMatchObject({ code: 'data_dir_locked' });
});

test('a missing folder is created for this user only', async () => {
  const path = join(dir.path, 'new', 'data');
  expect((await lock(path)).dataDir).toBe(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test.each([
  ['a dead process', JSON.stringify({ pid: 2 ** 30, started: 'x' })],
  [
    'a live process that is another than the one that wrote it',
    JSON.stringify({ pid: process.pid, started: 'x' }),
  ],
  ['nothing', ''],
  ['nonsense', '\0{"pid":'],
])('a lock file that is left behind and names %s is taken over', async (_, text) => {
  await writeFile(join(dir.path, 'lock'), text);
  await lock(dir.path);
  expect(JSON.parse(await readFile(join(dir.path, 'lock'), 'utf8'))).toEqual({
    pid: process.pid,
    started: processStarted(process.pid),
  });
});

test('the lock lasts as long as any process that inherited it', async () => {
  const first = await lock(dir.path);
  const heir = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore', first.fd],
  });
  await once(heir, 'spawn');
  first.release();
  await expect(lockDataDir(dir.path)).rejects.toMatchObject({ code: 'data_dir_locked' });
  heir.kill('SIGKILL');
  await once(heir, 'exit');
  await lock(dir.path);
});

test('a folder that cannot be one is refused with the reason', async () => {
  const file = join(dir.path, 'file');
  await writeFile(file, '');
  await expect(lockDataDir(file)).rejects.toMatchObject({
    code: 'data_dir_unusable',
    message: expect.stringContaining(file),
  });
});
