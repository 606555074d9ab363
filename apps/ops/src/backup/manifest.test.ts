import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readChain } from './chain.js';
import { type Manifest, readManifest, writeManifest } from './manifest.js';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tickscope-manifest-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const DIGEST = 'ab'.repeat(32);
const WHOLE: Omit<Manifest, 'digest'> = {
  ...{ format: 2, id: 'one', product: '1.0.0', base: null },
  ...{ startedAt: '2026-11-26T10:00:00.000Z', finishedAt: '2026-11-26T10:01:00.000Z' },
  clickhouse: {
    ...{ server: '26.5.1', database: 'tickscope', version: 1, location: { kind: 'folder' }, headSlot: 5 },
    ...{ startedAtUs: '1795000000000000', unsettledSlots: [3], digests: { files: 2, sha256: DIGEST } },
    tables: [{ table: 'slots', rows: 3, bytes: 100 }],
  },
  accounts: {
    version: 1,
    tables: [{ table: 'keys', columns: ['id'], rows: 1, file: 'keys.copy.gz', bytes: 20, checksum: DIGEST }],
    sequences: [{ name: 'ids', lastValue: '7' }],
  },
};

/** Writes a manifest whose digest fits, whatever it says. */
async function write(content: object, name = 'backup'): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  await writeManifest(folder, content as Omit<Manifest, 'digest'>);
  return folder;
}
/** The manifest with another value at a path. */
function changed(path: string, value: unknown): object {
  const copy = structuredClone(WHOLE) as unknown as Record<string, unknown>;
  const names = path.split('.');
  let at = copy;
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
  if (value === undefined) delete at[names.at(-1)!];
  else at[names.at(-1)!] = value;
  return copy;
}

describe('a manifest', () => {
  it('is read as it was written', async () => {
    expect(await readManifest(await write(WHOLE))).toMatchObject(WHOLE);
  });

  it.each<[string, unknown, string]>([
    ['clickhouse.tables', [null], 'clickhouse.tables[0] is not an object'],
    ['clickhouse.tables', {}, 'clickhouse.tables is not a list'],
    ['clickhouse.tables.0.rows', '3', 'clickhouse.tables[0].rows is not a whole number from 0'],
    ['clickhouse.tables.0.bytes', -1, 'clickhouse.tables[0].bytes is not'],
    ['clickhouse', null, 'clickhouse is not an object'],
    ['clickhouse.location', { kind: 'tape' }, 'clickhouse.location.kind is not folder or disk or s3'],
    ['clickhouse.location', { kind: 'toString' }, 'clickhouse.location.kind is not'],
    ['clickhouse.location', null, 'clickhouse.location.kind is not'],
    ['clickhouse.location', { kind: 'disk', disk: 'x' }, 'clickhouse.location.path is not a text'],
    ['clickhouse.digests', { files: 2, sha256: 'x' }, 'clickhouse.digests.sha256 is not a digest'],
    ['clickhouse.digests', undefined, 'clickhouse.digests is not an object'],
    ['clickhouse.unsettledSlots', [1, null], 'clickhouse.unsettledSlots[1] is not'],
    ['clickhouse.startedAtUs', 5, 'clickhouse.startedAtUs is not a number of microseconds'],
    ['clickhouse.headSlot', 1.5, 'clickhouse.headSlot is not a whole number'],
    ['clickhouse.version', undefined, 'clickhouse.version is not'],
    ['id', 5, 'id is not a text'],
    ['startedAt', 'yesterday', 'startedAt is not a time'],
    ['base', { id: 'x' }, 'base.folder is not a text'],
    ['base', [], 'base is not an object'],
    ['accounts', undefined, 'accounts is not an object'],
    ['accounts.tables', [null], 'accounts.tables[0] is not an object'],
    ['accounts.tables.0.file', '../../etc/passwd', 'accounts.tables[0].file is not the name of a file'],
    ['accounts.tables.0.columns', ['id', 5], 'accounts.tables[0].columns[1] is not a text'],
    ['accounts.sequences', [{ name: 'ids', lastValue: 7 }], 'accounts.sequences[0].lastValue is not'],
    ['format', undefined, 'format is not 2'],
  ])('whose %s is %j is refused with the field that is wrong', async (path, value, message) => {
    const folder = await write(changed(path, value));
    await expect(readManifest(folder)).rejects.toThrow(
      `${join(folder, 'manifest.json')} is no manifest of a backup: ${message}`,
    );
  });

  it.each(['null', '[]', '5', '"x"'])('that is %s is refused', async (text) => {
    const folder = await write(WHOLE);
    await writeFile(join(folder, 'manifest.json'), text);
    await expect(readManifest(folder)).rejects.toThrow(/is no manifest of a backup: /);
  });

  it('of another format is refused with what can read it', async () => {
    const folder = await write({ ...WHOLE, format: 1 });
    await expect(readManifest(folder)).rejects.toThrow(
      /of format 1; this build reads format 2: use the build/,
    );
  });

  it('of which any one bit was flipped, or any part of the end is missing, is refused', async () => {
    const path = join(await write(WHOLE), 'manifest.json');
    const bytes = await readFile(path);
    const read = () => readManifest(join(parent, 'backup'));
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << (at % 7);
      for (const damaged of [flipped, bytes.subarray(0, at)]) {
        await writeFile(path, damaged);
        await expect(read(), `byte ${at}`).rejects.toMatchObject({ name: 'CliError' });
      }
    }
    await writeFile(path, bytes);
    expect(await read()).toMatchObject(WHOLE);
  });
});

describe('the bases of a backup', () => {
  const on = (id: string, base: string): object => ({
    ...WHOLE,
    id,
    base: { id: base, folder: join(parent, base) },
  });

  it('that is its own base is refused', async () => {
    const folder = await write(on('one', 'one'), 'one');
    await expect(readChain(folder)).rejects.toThrow(
      /adds to the one in .*one, which is itself or builds on it/,
    );
  });

  it('that stand in a circle are refused', async () => {
    const folder = await write(on('one', 'two'), 'one');
    await write(on('two', 'three'), 'two');
    await write(on('three', 'two'), 'three');
    await expect(readChain(folder)).rejects.toThrow(/there is no full backup below them/);
  });

  it('are read down to the full one', async () => {
    const folder = await write(on('three', 'two'), 'three');
    await write(on('two', 'one'), 'two');
    await write(WHOLE, 'one');
    expect((await readChain(folder)).map(({ manifest: { id } }) => id)).toEqual(['three', 'two', 'one']);
  });
});
