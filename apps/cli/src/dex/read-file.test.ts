import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CliError } from '@tickscope/command-line';
import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTransactionJson } from '../testing/rpc-json.js';
import { type FoundTransaction, readTransactionFile } from './read-file.js';

const TX = new TransactionBuilder('alice').outer('program', ['alice', 'bob'], '0102').build();
const ROW = getTransactionJson(TX, 77);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickscope-cli-read-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(content: unknown, name = 'file'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function read(path: string, slot: number | null = null): Promise<FoundTransaction[]> {
  const found: FoundTransaction[] = [];
  for await (const transaction of readTransactionFile(path, slot)) found.push(transaction);
  return found;
}

const failureOf = (path: string, slot: number | null = null): Promise<unknown> =>
  read(path, slot).then(
    () => null,
    (error: unknown) => error,
  );

describe('a file of transactions', () => {
  it('of one transaction gives it without an index, of several each with its place', async () => {
    const [one] = await read(await fileOf(ROW));
    expect(one).toMatchObject({ slot: 77, index: null, isReencoded: false });
    expect(one!.tx.staticKeys).toEqual(TX.staticKeys);
    const two = await read(await fileOf(`\ufeff \n${JSON.stringify([ROW, ROW])}`));
    expect(two.map(({ slot, index }) => [slot, index])).toEqual([
      [77, 0],
      [77, 1],
    ]);
  });

  it('that is a block has the slot of --slot, else of the file name, else none', async () => {
    const { slot: _, ...row } = ROW as { slot: number };
    const block = { blockhash: address('hash'), parentSlot: 98, transactions: [row, row] };
    const slotsOf = async (name: string, slot: number | null = null): Promise<(number | null)[]> =>
      (await read(await fileOf({ result: block }, name), slot)).map((found) => found.slot);
    expect(await slotsOf('99.getblock.json')).toEqual([99, 99]);
    expect(await slotsOf('99.getblock.json', 98)).toEqual([98, 98]);
    expect(await slotsOf('block.json')).toEqual([null, null]);
  });

  it('of several slots gives only those of --slot', async () => {
    const path = await fileOf([ROW, getTransactionJson(TX, 78)]);
    expect((await read(path, 78)).map(({ slot, index }) => [slot, index])).toEqual([[78, 1]]);
    expect(await failureOf(path, 79)).toMatchObject({
      message: expect.stringContaining('no transaction in slot 79'),
    });
  });
});

describe('what is not readable is an error that lists the accepted forms', () => {
  it.each<[string, unknown, string]>([
    ['no JSON', 'This is no JSON', 'not a Geyser recording'],
    ['broken JSON', '{"slot": 7', 'not JSON'],
    ['an empty object', {}, 'JSON without a transaction'],
    ['a text', '"broken"', 'JSON without a transaction'],
    ['an empty file', '', 'not a Geyser recording'],
    ['an error of a node', { error: { code: -32009, message: 'skipped\u001b[2J' } }, '-32009: skipped'],
    ['a transaction without keys', { ...ROW, transaction: {} }, 'is not'],
    ['half a CAR file', '\u003a\u00a2erootsxx', ''],
  ])('%s', async (_, content, text) => {
    const error = await failureOf(await fileOf(content));
    expect(error).toBeInstanceOf(CliError);
    const { message } = error as CliError;
    expect(message).toContain(text);
    expect(message).toContain('Accepted: JSON of getTransaction or getBlock');
    expect(message).not.toContain('\u001b');
  });

  it('more JSON than any block has, and a folder', async () => {
    const path = await fileOf('{', 'large.json');
    const handle = await open(path, 'r+');
    await handle.truncate(300 * 1024 * 1024);
    await handle.close();
    const message = '300.0 MiB of JSON: at most 256.0 MiB are read';
    expect(await failureOf(path)).toMatchObject({
      name: 'CliError',
      message: expect.stringContaining(message),
    });
    expect(await failureOf(folder)).toMatchObject({ message: `${folder} is not readable: EISDIR` });
  });
});

const SHARED = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

describe.skipIf(!existsSync(SHARED))('files of the chain (skipped without ../shared/data)', () => {
  it('of each format are read', async () => {
    const countOf = async (name: string): Promise<number> => (await read(join(SHARED, name))).length;
    expect(await countOf('full-blocks/254170887.getblock.json')).toBe(602);
    expect(await countOf('full-blocks/43200000.confirmedblock.pb')).toBe(208);
    const archives = await Promise.all([1, 2, 3].map((part) => countOf(`old-faithful/epoch-0-${part}.car`)));
    expect(archives.reduce((sum, count) => sum + count)).toBe(115);
    const error = await failureOf(join(SHARED, 'geyser-capture/398202772-398202799.bin'));
    expect(error).toMatchObject({ message: expect.stringContaining('its blocks are without transactions') });
  });
});
