import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '@tickscope/command-line';
import { afterEach, expect, test } from 'vitest';
import { shardCount } from './servers.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function dataDirWith(layout?: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-servers-'));
  folders.push(dataDir);
  if (layout !== undefined) writeFileSync(join(dataDir, 'shards.json'), layout);
  return dataDir;
}

test('a data folder keeps the number of servers of its first start', async () => {
  const dataDir = dataDirWith();
  expect(await shardCount(dataDir, 3)).toBe(3);
  expect(JSON.parse(readFileSync(join(dataDir, 'shards.json'), 'utf8'))).toEqual({ shards: 3 });
  expect(await shardCount(dataDir, null)).toBe(3);
  await expect(shardCount(dataDir, 2)).rejects.toThrow('tickscope cluster move --shards 2');
});

test.each(['', 'null', '[]', '{"shards":1}', '{"shards":17}', '{"shards":"2"}'])(
  'a damaged list of servers is refused: %s',
  async (layout) => {
    const dataDir = dataDirWith(layout);
    await expect(shardCount(dataDir, null)).rejects.toThrow(`${join(dataDir, 'shards.json')} is damaged`);
  },
);

test.each(['{"shards":1,"mirror":true,"generation":1}', '{"shards":2,"mirror":true,"generation":3}'])(
  'a data folder with a mirror is refused with what to do, and stays as it is: %s',
  async (layout) => {
    const dataDir = dataDirWith(layout);
    const refused = expect(shardCount(dataDir, null)).rejects;
    await refused.toThrow(CliError);
    await refused.toThrow(`${dataDir} has a store that was made with --mirror`);
    await refused.toThrow(/Move clickhouse, .* out of that folder .* import the blocks again/);
    expect(readFileSync(join(dataDir, 'shards.json'), 'utf8')).toBe(layout);
  },
);
