import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkNewFolder, openFolder } from './backup-folder.js';
import { readMark, unfinishedBeside } from './unfinished.js';

const DEAD = { pid: 2 ** 30, started: 'x' };

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'tickscope-folder-')));
  folder = join(parent, 'copy');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

async function mark(name: string, fields: object): Promise<void> {
  await mkdir(join(parent, name), { recursive: true });
  const whole = {
    id: 'one',
    process: DEAD,
    begunAt: '2026-11-26T10:00:00.000Z',
    location: { kind: 'folder' },
  };
  await writeFile(join(parent, name, 'unfinished.json'), JSON.stringify({ ...whole, ...fields }));
}

test.each(['unfinished.json.0123456789ab.new', 'manifest.json.0123456789ab.new'])(
  'a folder with nothing but %s, which a kill left, is a new one',
  async (name) => {
    await mkdir(folder);
    await writeFile(join(folder, name), '{"id');
    expect(await checkNewFolder(folder)).toEqual({ state: 'new' });
    await openFolder(folder, 'two', { kind: 'folder' });
    expect(await readdir(folder)).toEqual(['unfinished.json']);
  },
);

test('a folder that this process marked is refused, one of a dead process is started over', async () => {
  await openFolder(folder, 'one', { kind: 'disk', disk: 'copies', path: 'one' });
  await expect(checkNewFolder(folder)).rejects.toThrow(
    `process ${process.pid} is making a backup in ${folder}.`,
  );
  await mark('copy', { process: DEAD });
  expect(await checkNewFolder(folder)).toMatchObject({ state: 'unfinished', mark: { id: 'one' } });
});

test('a mark that cannot be read is one of an interrupted backup', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'unfinished.json'), '{"id":');
  expect(await checkNewFolder(folder)).toEqual({ state: 'unfinished', mark: null });
  expect(await readMark(folder)).toBeNull();
});

test('beside a backup, those without an end are found, and neither whole ones nor those that are being made', async () => {
  await mark('half', {});
  await mark('whole', {});
  await writeFile(join(parent, 'whole', 'manifest.json'), '{}');
  await openFolder(join(parent, 'busy'), 'three', { kind: 'folder' });
  await mark('copy', {});
  await writeFile(join(parent, 'note.txt'), '');
  expect(await unfinishedBeside(folder)).toEqual([
    { folder: join(parent, 'half'), begunAt: '2026-11-26T10:00:00.000Z' },
  ]);
});
