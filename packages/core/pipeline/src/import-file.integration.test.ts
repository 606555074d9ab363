import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Block } from '@tickscope/chain';
import { BlockWriter, readLinks, writeGaps } from '@tickscope/store';
import { blockMessage, partMessages, recordingOf, slotMessage } from '@tickscope/testkit/encode-recording';
import { makeBlock } from '@tickscope/testkit/made-block';
import { expectStored } from '@tickscope/testkit/store/stored-rows';
import { openTestConnection, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FileReport, type ImportOptions, importFile } from './import-file.js';

const DATA = new URL('../../../../../shared/data/', import.meta.url);
const dataFile = (name: string): string => fileURLToPath(new URL(name, DATA));

let store: TestStore;
let client: TestConnection;
let folder: string;
beforeAll(async () => {
  store = await startTestStore();
  folder = await mkdtemp(join(tmpdir(), 'tickscope-import-'));
});
afterAll(async () => {
  await store?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  client = await store.fresh();
});

const run = (path: string, options: Partial<ImportOptions> = {}): Promise<FileReport> =>
  importFile(path, {
    writer: new BlockWriter(client),
    storedLinks: (fromSlot, toSlot) => readLinks(client.read, fromSlot, toSlot),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
    ...options,
  });
async function fileOf(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}
const ask = <Row extends readonly unknown[]>(sql: string): Promise<Row[]> =>
  client.read.queryRows<Row>(sql, { timeoutMs: 10_000 });
const storedSlots = async (): Promise<number[]> =>
  (await ask<[string]>('SELECT slot FROM slots FINAL ORDER BY slot')).map(([slot]) => Number(slot));

describe.skipIf(!existsSync(DATA))('real files (skipped where shared/data is absent)', () => {
  test('the Geyser capture: 27 whole slots without transactions, and a tail', async () => {
    const report = await run(dataFile('geyser-capture/398202772-398202799.bin'));
    expect(report).toMatchObject({
      format: 'recording',
      error: null,
      slots: { full: 0, no_entries: 0, entries_only: 27 },
      firstSlot: 398_202_773,
      lastSlot: 398_202_799,
      ticks: 27 * 64,
      hashes: 27 * 4_000_000,
      garbage: 0,
      incompleteCount: 1,
      incomplete: [{ slot: 398_202_772 }],
    });
    const [row] = await ask<[string, string, string, string]>(
      `SELECT countIf(tick_count = 64 AND num_hashes = 4000000), uniqExact(slot), min(slot), sum(entry_count) FROM slots FINAL`,
    );
    expect(row).toEqual(['27', '27', '398202773', String(report.entries)]);
    expect(
      await ask(
        `SELECT count() FROM slots AS s INNER JOIN slots AS p ON p.slot = s.parent_slot WHERE p.blockhash = s.parent_blockhash`,
      ),
    ).toEqual([['26']]);
    expect(await ask('SELECT from_slot, cause, state FROM gaps FINAL')).toEqual([
      ['398202772', 'incomplete', 'open'],
    ]);
  });

  test.each([
    ['full-blocks/254170887.getblock.json', 254_170_887, 602, 158, 305, 3_334, 254_170_886],
    ['full-blocks/18144001.confirmedblock.pb', 18_144_001, 89, 89, 4, 169, null],
    ['full-blocks/43200000.confirmedblock.pb', 43_200_000, 208, 192, 3, 412, 43_199_999],
  ])('%s', async (name, slot, transactions, votes, failed, distinctAccounts, parent) => {
    const report = await run(dataFile(name));
    expect(report).toMatchObject({
      error: null,
      slots: { full: 0, no_entries: 1, entries_only: 0 },
      firstSlot: slot,
      lastSlot: slot,
      transactions,
      votes,
      failed,
      distinctAccounts,
      entries: 0,
      incompleteCount: 0,
      garbage: 0,
    });
    const [row] = await ask<string[]>(
      'SELECT parent_slot, toString(transaction_count), toString(vote_count), toString(failed_count) FROM slots FINAL',
    );
    expect(row!.slice(1)).toEqual([transactions, votes, failed].map(String));
    if (parent !== null) expect(row![0]).toBe(String(parent));
    expect(await ask('SELECT uniqExact(account) FROM account_locks')).toEqual([[String(distinctAccounts)]]);
  });

  test('the Old Faithful archives: 30 whole blocks whose PoH chain is unbroken', async () => {
    const reports: FileReport[] = [];
    for (const part of [1, 2, 3]) reports.push(await run(dataFile(`old-faithful/epoch-0-${part}.car`)));
    const sum = (pick: (report: FileReport) => number): number =>
      reports.reduce((total, report) => total + pick(report), 0);
    expect(reports.map(({ format, error, failed }) => [format, error, failed])).toEqual(
      reports.map(() => ['car', null, null]),
    );
    expect(sum((report) => report.slots.full)).toBe(30);
    expect(sum((report) => report.entries)).toBe(2_002);
    expect(sum((report) => report.transactions)).toBe(115);
    expect(await storedSlots()).toEqual(Array.from({ length: 30 }, (_, slot) => slot));
    expect(await ask('SELECT count(), sum(transaction_count), countIf(is_tick) FROM entries FINAL')).toEqual([
      ['2002', '115', String(sum((report) => report.ticks))],
    ]);
  });

  test('every file again: all blocks are already stored', async () => {
    for (const name of ['full-blocks/43200000.confirmedblock.pb', 'old-faithful/epoch-0-1.car']) {
      const first = await run(dataFile(name));
      const again = await run(dataFile(name));
      const slots = first.slots.full + first.slots.no_entries;
      expect([first.alreadyStored, again.alreadyStored, again.rows]).toEqual([0, slots, 0]);
      expect(again).toEqual({ ...first, rows: 0, alreadyStored: slots });
    }
  });

  test('an archive that breaks off keeps its good slots and fails', async () => {
    const bytes = readFileSync(dataFile('old-faithful/epoch-0-2.car'));
    const whole = await run(dataFile('old-faithful/epoch-0-2.car'));
    client = await store.fresh();
    const report = await run(await fileOf('half.car', bytes.subarray(0, bytes.length >> 1)));
    expect(report.error).toMatch(/ends within|ends before|without a block/);
    expect(report.slots.full).toBeGreaterThan(0);
    expect(report.slots.full).toBeLessThan(whole.slots.full);
    expect((await storedSlots()).length).toBe(report.slots.full);
  });

  test('a block under the name of a slot that its parent excludes is refused', async () => {
    const path = join(folder, '254170886.getblock.json');
    await copyFile(dataFile('full-blocks/254170887.getblock.json'), path);
    const report = await run(path);
    expect(report.error).toMatch(/parent is said to be 254170886/);
    expect(await storedSlots()).toEqual([]);
  });

  test('the slot comes from the option, else from the name, else the file fails', async () => {
    const path = join(folder, 'block.pb');
    await copyFile(dataFile('full-blocks/43200000.confirmedblock.pb'), path);
    expect((await run(path)).error).toMatch(/give --slot/);
    expect((await run(path, { slot: 43_200_000 })).firstSlot).toBe(43_200_000);
    const named = join(folder, '5.pb');
    await copyFile(path, named);
    expect((await run(named, { slot: 43_200_000 })).error).toBe(null);
    expect(await storedSlots()).toEqual([43_200_000]);
  });
});

describe('a recording', () => {
  const blocks = Array.from({ length: 12 }, (_, at) =>
    makeBlock({ slot: 2_000 + at, seed: 3, transactions: 20 }),
  );
  const asStored = (list: readonly Block[]): Block[] =>
    list.map((block) => ({ ...block, source: 'recording' }));
  const messages = blocks.flatMap((block, at) =>
    at % 2 === 0 ? [slotMessage(block.slot, 1), blockMessage(block)] : partMessages(block),
  );

  test('of whole-block and single messages is imported', async () => {
    const report = await run(await fileOf('made.bin', recordingOf(messages)));
    expect(report).toMatchObject({
      error: null,
      slots: { full: 12, no_entries: 0, entries_only: 0 },
      transactions: 240,
      entries: blocks.reduce((sum, block) => sum + block.entries.length, 0),
      ticks: 12 * 64,
    });
    await expectStored(client, asStored(blocks));
  });

  test('imported by two writers at once is stored once', async () => {
    const path = await fileOf('made.bin', recordingOf(messages));
    const [one, two] = await Promise.all([run(path), run(path)]);
    expect([one.error, two.error]).toEqual([null, null]);
    await expectStored(client, asStored(blocks));
    expect(await ask('SELECT count() FROM gaps')).toEqual([['0']]);
  });

  test('that ends in the middle keeps its good slots, and names the one that is not', async () => {
    const bytes = recordingOf([...messages.slice(0, 2), ...partMessages(blocks[1]!).slice(0, 30)]);
    const report = await run(await fileOf('cut.bin', bytes.subarray(0, bytes.length - 3)));
    expect(report.error).toMatch(/ends 3 bytes before the end of a message/);
    expect(report.incomplete.map(({ slot }) => slot)).toEqual([2_001]);
    await expectStored(client, asStored(blocks.slice(0, 1)));
    expect(await ask('SELECT from_slot, cause, state FROM gaps')).toEqual([['2001', 'incomplete', 'open']]);
  });

  test('with messages that cannot be read keeps the others, counts them and fails', async () => {
    const bytes = recordingOf([
      messages[0]!,
      Buffer.from('garbage'),
      ...messages.slice(1),
      Buffer.of(9, 9, 9),
    ]);
    const report = await run(await fileOf('garbage.bin', bytes));
    expect(report.garbage).toBe(2);
    expect(report.error).toMatch(/could not be read/);
    await expectStored(client, asStored(blocks));
  });

  test('in which a block does not link to the one before it keeps that one out', async () => {
    const stranger = { ...blocks[1]!, parentBlockhash: new Uint8Array(32).fill(7) };
    const bytes = recordingOf([blocks[0]!, stranger].map(blockMessage));
    const report = await run(await fileOf('unlinked.bin', bytes));
    expect(report.incomplete).toEqual([{ slot: 2_001, reason: expect.stringMatching(/parent's hash/) }]);
    expect(await storedSlots()).toEqual([2_000]);
  });

  const writers = (count: number) => Array.from({ length: count }, () => new BlockWriter(client));

  const child = { ...blocks[1]!, parentBlockhash: blocks[0]!.blockhash };
  const rival = makeBlock({ slot: 2_000, seed: 6, transactions: 9 });
  const childOfRival = { ...blocks[1]!, parentBlockhash: rival.blockhash };
  const otherOfFile = expect.stringMatching(/^the file has another block of the slot/);

  test.each<[string, Block[], Block[], refused: number, replaced: number]>([
    ['none that builds on either', [blocks[0]!, rival], [blocks[0]!], 1, 0],
    ['one that builds on the first', [blocks[0]!, rival, child], [blocks[0]!, child], 1, 0],
    ['one that builds on the second', [blocks[0]!, rival, childOfRival], [rival, childOfRival], 0, 1],
  ])(
    'of two blocks for one slot, and %s: one of them is stored, whole',
    async (_, list, left, refused, replaced) => {
      for (const count of [1, 2]) {
        client = await store.fresh();
        const path = await fileOf('fork.bin', recordingOf(list.map(blockMessage)));
        const report = await run(path, { writer: writers(count) });
        expect(report).toMatchObject({ error: null, refusedCount: refused, replaced });
        expect(report.refused).toEqual(
          Array.from({ length: refused }, () => ({ slot: 2_000, reason: otherOfFile })),
        );
        await expectStored(client, asStored(left));
      }
    },
  );

  test('whose block of a stored slot is another one is refused, and stored with `replace`', async () => {
    await new BlockWriter(client).write([blocks[0]!]);
    const path = await fileOf('other.bin', recordingOf([blockMessage(rival)]));
    const report = await run(path);
    expect(report.refused).toEqual([{ slot: 2_000, reason: expect.stringContaining('is stored') }]);
    expect(report.refusedCount).toBe(1);
    await expectStored(client, [blocks[0]!]);
    expect(await run(path, { replace: true })).toMatchObject({ refusedCount: 0, replaced: 1 });
    await expectStored(client, asStored([rival]));
  });

  test('whose block is the one that the next stored block names takes the place of a wrong one without entries, and of none with them', async () => {
    const writer = new BlockWriter(client);
    const path = await fileOf('right.bin', recordingOf([blockMessage(rival)]));
    await writer.write([
      makeBlock({ slot: 2_000, seed: 3, transactions: 20, content: 'no_entries' }),
      childOfRival,
    ]);
    expect(await run(path)).toMatchObject({ refusedCount: 0, replaced: 1 });
    await expectStored(client, [...asStored([rival]), childOfRival]);

    client = await store.fresh();
    await new BlockWriter(client).write([blocks[0]!, childOfRival]);
    const report = await run(path);
    expect(report.refused).toEqual([{ slot: 2_000, reason: expect.stringContaining('with its entries') }]);
    await expectStored(client, [blocks[0]!, childOfRival]);
  });

  test('of thousands of tiny blocks, spread over many partitions, is written in bounded batches, by two writers', async () => {
    const tiny = Array.from({ length: 2_500 }, (_, at) =>
      makeBlock({
        slot: 5_000_000 + at * (at % 25 === 0 ? 40_000 : 1) + at,
        transactions: 0,
        model: 'alpenglow',
        content: at % 2 === 0 ? 'full' : 'no_entries',
      }),
    );
    let largest = 0;
    const report = await run(await fileOf('tiny.bin', recordingOf(tiny.map(blockMessage))), {
      writer: writers(2).map((writer) => ({
        write(batch) {
          largest = Math.max(largest, batch.length);
          return writer.write(batch);
        },
      })),
    });
    expect(report.error).toBe(null);
    expect(largest).toBeLessThanOrEqual(1_000);
    expect((await storedSlots()).length).toBe(new Set(tiny.map((block) => block.slot)).size);
  });

  test('of thousands of slots that are not whole leaves a gap for each, written together', async () => {
    let writes = 0;
    const parts = Array.from(
      { length: 1_500 },
      (_, at) => partMessages(makeBlock({ slot: 10_000 + at, transactions: 1 }))[0]!,
    );
    const report = await run(await fileOf('parts.bin', recordingOf(parts)), {
      async writeGaps(gaps) {
        writes += 1;
        await writeGaps(client.write, gaps);
      },
    });
    expect(report).toMatchObject({ error: 'no slot of it is complete', incompleteCount: 1_500 });
    expect(report.incomplete.length).toBe(20);
    expect(writes).toBeLessThan(10);
    expect(await ask("SELECT count() FROM gaps FINAL WHERE cause = 'incomplete'")).toEqual([['1500']]);
  });

  test('stops on abort', async () => {
    const path = await fileOf('made.bin', recordingOf(messages));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(run(path, { signal })).rejects.toThrow('enough');
  });
});

describe('a file without blocks', () => {
  test.each<[string, Uint8Array | string, RegExp]>([
    ['empty', '', /not a Geyser recording/],
    ['of one byte', 'x', /not a Geyser recording/],
    ['text', 'hello, world\n'.repeat(100), /not a Geyser recording/],
    ['gzip', gzipSync('{"blockhash":"x"}'.repeat(100)), /not a Geyser recording/],
    ['an opening brace', '{', /not JSON/],
    ['JSON of something else', '{"name":"x"}', /without transactions/],
    [
      'an RPC error',
      '{"jsonrpc":"2.0","error":{"code":-32009,"message":"Slot skipped"},"id":1}',
      /answered an error/,
    ],
    ['a slot without a block', '{"jsonrpc":"2.0","result":null,"id":1}', /found no block/],
    ['deeply nested JSON', `{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}`, /without transactions/],
    ['a deeply nested error', `{"error":${'['.repeat(300_000)}${']'.repeat(300_000)}}`, /answered an error/],
  ])('%s: the report says so', async (_, bytes, reason) => {
    const report = await run(await fileOf('100-any.dat', bytes));
    expect(report.error).toMatch(reason);
    expect(await storedSlots()).toEqual([]);
  });

  test.each([
    ['that is not there', 'nowhere.bin', /ENOENT/],
    ['that is a folder', '.', /EISDIR/],
  ])('a path %s: the report says so', async (_, name, reason) => {
    expect((await run(join(folder, name))).error).toMatch(reason);
  });
});

test('a store that cannot be reached is an error of the import, not of the file', async () => {
  const gone = openTestConnection({
    url: 'http://127.0.0.1:9',
    user: 'unknown',
    password: '',
    database: 'tickscope',
    application: 'test',
  });
  // More than one batch, so that the first is being written while the file is read.
  const blocks = Array.from({ length: 1_200 }, (_, at) =>
    makeBlock({ slot: 7_000 + at, transactions: 0, model: 'alpenglow' }),
  );
  const path = await fileOf('many.bin', recordingOf(blocks.map(blockMessage)));
  await expect(run(path, { writer: new BlockWriter(gone) })).rejects.toThrow(/ECONNREFUSED/);
  await gone.close();
});
