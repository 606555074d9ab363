import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type CopyName, copyFolder, storedLayout } from '../servers.js';
import { fillingFolder, keepMirror, markFilled, mirrorState, preferCopy, putInPlace } from './copies.js';

const SHARDS = 2;
const WHOLE = { state: 'whole' };

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function serversIn(folder: string, rows: string): void {
  for (const server of [folder, join(folder, 'shard-2')]) {
    const metadata = join(server, 'clickhouse', 'metadata');
    mkdirSync(metadata, { recursive: true });
    writeFileSync(join(metadata, 'tickscope.sql'), rows);
  }
}

const rowsOf = (folder: string): string[] =>
  [folder, join(folder, 'shard-2')].map((server) =>
    readFileSync(join(server, 'clickhouse', 'metadata', 'tickscope.sql'), 'utf8'),
  );

/** A mirrored data folder with servers in both copies. */
async function mirrored(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-mirror-'));
  folders.push(dataDir);
  expect(await keepMirror(dataDir, SHARDS, true)).toBe(true);
  expect(mirrorState(dataDir)).toEqual({ state: 'new' });
  for (const copy of ['first', 'mirror'] as const) serversIn(copyFolder(dataDir, copy), 'old');
  writeFileSync(join(dataDir, 'passwords.json'), '{}');
  expect(mirrorState(dataDir)).toEqual(WHOLE);
  return dataDir;
}

const lose = (dataDir: string, copy: CopyName, server = ''): void =>
  rmSync(join(copyFolder(dataDir, copy), server, 'clickhouse'), { recursive: true });

test.each(['first', 'mirror'] as const)('the %s copy is lost with any of its servers', async (copy) => {
  for (const server of ['', 'shard-2']) {
    const dataDir = await mirrored();
    lose(dataDir, copy, server);
    expect(mirrorState(dataDir)).toEqual({ state: 'lost', copy });
  }
});

test('data that is missing in both copies is refused; a mirror of nothing is new', async () => {
  const dataDir = await mirrored();
  lose(dataDir, 'first');
  lose(dataDir, 'mirror', 'shard-2');
  expect(() => mirrorState(dataDir)).toThrow('neither copy of the store');
  lose(dataDir, 'first', 'shard-2');
  expect(() => mirrorState(dataDir)).toThrow('neither copy of the store');
  lose(dataDir, 'mirror');
  expect(mirrorState(dataDir)).toEqual({ state: 'new' });
});

test('a copy that comes back after the other went on without it counts as lost', async () => {
  const dataDir = await mirrored();
  const mirror = copyFolder(dataDir, 'mirror');
  renameSync(mirror, `${mirror}-unmounted`);
  expect(mirrorState(dataDir)).toEqual({ state: 'lost', copy: 'mirror' });
  serversIn(fillingFolder(dataDir, 'mirror'), 'new');
  await markFilled(dataDir, 'mirror');
  await putInPlace(dataDir, 'mirror');
  expect(mirrorState(dataDir)).toEqual(WHOLE);
  rmSync(mirror, { recursive: true });
  renameSync(`${mirror}-unmounted`, mirror);
  expect(mirrorState(dataDir)).toEqual({ state: 'lost', copy: 'mirror' });
  // Nor is it used where it is all that is left.
  lose(dataDir, 'first');
  expect(() => mirrorState(dataDir)).toThrow('neither copy of the store');
});

test.each(['first', 'mirror'] as const)(
  'servers that were filled take the place of the %s copy, killed at any point too',
  async (copy) => {
    const interruptions: ((folder: string, filling: string, filled: string) => void)[] = [
      () => {},
      (folder) => rmSync(join(folder, 'clickhouse'), { recursive: true, force: true }),
      (folder, filling, filled) => {
        rmSync(join(folder, 'clickhouse'), { recursive: true, force: true });
        rmSync(join(folder, 'shard-2'), { recursive: true });
        renameSync(filling, filled);
      },
      (folder, filling, filled) => {
        rmSync(join(folder, 'clickhouse'), { recursive: true, force: true });
        rmSync(join(folder, 'shard-2'), { recursive: true });
        renameSync(filling, filled);
        renameSync(join(filled, 'clickhouse'), join(folder, 'clickhouse'));
      },
    ];
    for (const interrupted of interruptions) {
      const dataDir = await mirrored();
      const [folder, filling] = [copyFolder(dataDir, copy), fillingFolder(dataDir, copy)];
      lose(dataDir, copy);
      serversIn(filling, 'new');
      await putInPlace(dataDir, copy);
      // It is not marked as filled.
      expect(mirrorState(dataDir)).toEqual({ state: 'lost', copy });
      await markFilled(dataDir, copy);
      interrupted(folder, filling, join(folder, 'filled'));
      for (let start = 0; start < 2; start += 1) {
        await putInPlace(dataDir, copy);
        expect(mirrorState(dataDir)).toEqual(WHOLE);
        expect(rowsOf(folder)).toEqual(['new', 'new']);
      }
      expect(rowsOf(copyFolder(dataDir, copy === 'first' ? 'mirror' : 'first'))).toEqual(['old', 'old']);
      expect(existsSync(filling) || existsSync(join(folder, 'filled'))).toBe(false);
      expect(existsSync(join(dataDir, 'passwords.json'))).toBe(true);
    }
  },
);

test('a mirror that is turned off is moved aside, and is not used when it is turned on again', async () => {
  const dataDir = await mirrored();
  expect(await keepMirror(dataDir, SHARDS, null)).toBe(true);
  expect(await keepMirror(dataDir, SHARDS, false)).toBe(false);
  expect(storedLayout(dataDir)).toEqual({ shards: SHARDS, mirror: false, generation: 0 });
  expect(await keepMirror(dataDir, SHARDS, null)).toBe(false);
  const [mirror, former] = [copyFolder(dataDir, 'mirror'), join(dataDir, 'former')];
  expect(rowsOf(join(former, 'mirror'))).toEqual(['old', 'old']);
  renameSync(join(former, 'mirror'), mirror);
  expect(await keepMirror(dataDir, SHARDS, true)).toBe(true);
  expect(mirrorState(dataDir)).toEqual({ state: 'lost', copy: 'mirror' });
  await expect(keepMirror(dataDir, SHARDS, false)).rejects.toThrow('former has the servers of before');
  expect(storedLayout(dataDir)?.mirror).toBe(true);
});

test('a mirror is not given up while the first copy is lost', async () => {
  const dataDir = await mirrored();
  lose(dataDir, 'first');
  await expect(keepMirror(dataDir, SHARDS, false)).rejects.toThrow('the first copy of the store');
});

test('a copy that is preferred leaves the other behind', async () => {
  const dataDir = await mirrored();
  await preferCopy(dataDir, 'first');
  expect(mirrorState(dataDir)).toEqual({ state: 'lost', copy: 'mirror' });
  await preferCopy(dataDir, 'mirror');
  expect(mirrorState(dataDir)).toEqual({ state: 'lost', copy: 'first' });
});
