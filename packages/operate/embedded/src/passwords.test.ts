import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPasswords } from './passwords.js';
import { temporaryDir } from './testing/temporary-dir.js';

let dir: Awaited<ReturnType<typeof temporaryDir>>;
beforeEach(async () => {
  dir = await temporaryDir();
});
afterEach(() => dir.remove());

test('passwords are long, all different, and the same at the next start', async () => {
  const first = await loadPasswords(dir.path, 'clickhouse', ['owner', 'reader']);
  const other = await loadPasswords(dir.path, 'postgres', ['owner', 'reader']);
  const all = [...Object.values(first), ...Object.values(other)];
  expect(new Set(all).size).toBe(4);
  for (const password of all) expect(password).toMatch(/^[\w-]{32}$/);
  expect(await loadPasswords(dir.path, 'clickhouse', ['owner', 'reader'])).toEqual(first);
});

test('a new user gets one and the others keep theirs', async () => {
  const { owner } = await loadPasswords(dir.path, 'clickhouse', ['owner']);
  const both = await loadPasswords(dir.path, 'clickhouse', ['owner', 'analyst']);
  expect(both.owner).toBe(owner);
  expect(both.analyst).not.toBe(owner);
});

test('only its user may read the file, even after it was made readable', async () => {
  await loadPasswords(dir.path, 'clickhouse', ['owner']);
  const path = join(dir.path, 'passwords.json');
  await chmod(path, 0o644);
  await loadPasswords(dir.path, 'clickhouse', ['owner']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each(['', '[]', '{"clickhouse":{"owner":""}}', '{"clickhouse":{"owner":1}}', 'null'])(
  'a damaged file is named and left as it is: %s',
  async (text) => {
    const path = join(dir.path, 'passwords.json');
    await writeFile(path, text);
    await expect(loadPasswords(dir.path, 'clickhouse', ['owner'])).rejects.toMatchObject({
      code: 'data_dir_unusable',
      message: expect.stringContaining(path),
    });
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);

test('two servers that are started at once both keep theirs', async () => {
  const loadBoth = () =>
    Promise.all([
      loadPasswords(dir.path, 'clickhouse', ['owner']),
      loadPasswords(dir.path, 'postgres', ['owner']),
    ]);
  const first = await loadBoth();
  expect(await loadBoth()).toEqual(first);
});
