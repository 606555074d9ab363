import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block } from '@tickscope/chain';
import {
  BlockWriter,
  type ClickHouseClient,
  queryRows,
  sqlFile,
  type WriteOutcome,
  writeGaps,
} from '@tickscope/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBlock } from '../../store/src/testing/made-block.js';
import { Random } from '../../store/src/testing/random.js';
import { TABLES } from '../../store/src/testing/stored-rows.js';
import { startTestStore, type TestStore } from '../../store/src/testing/test-store.js';
import { importFile } from './import-file.js';
import { blockMessage, partMessages, recordingOf } from './testing/encode-recording.js';
import { type Framing, mutate } from './testing/mutate.js';

const DATA = new URL('../../../../shared/data/', import.meta.url);
const INVARIANTS = sqlFile(import.meta.url, './testing/invariants.sql');
const FILES = 1_000;
/** Beyond what the process held when all originals were imported. */
const MAX_GROWTH_BYTES = 700 * 1024 * 1024;

interface Original {
  name: string;
  framing: Framing;
  bytes: Buffer;
}

/** Made recordings and, where shared/data is there, every real file; no two of them share a slot. */
function originals(): Original[] {
  const made = Array.from({ length: 10 }, (_, at) =>
    makeBlock({ slot: 3_000_000 + at, seed: 3, transactions: 25 }),
  );
  const list: Original[] = [
    { name: 'whole-blocks.bin', framing: 'u32', bytes: recordingOf(made.slice(0, 5).map(blockMessage)) },
    { name: 'parts.bin', framing: 'u32', bytes: recordingOf(made.slice(5).flatMap(partMessages)) },
  ];
  if (!existsSync(DATA)) return list;
  const real: [string, string, Framing][] = [
    ['254170887.json', 'full-blocks/254170887.getblock.json', 'json'],
    ['18144001.pb', 'full-blocks/18144001.confirmedblock.pb', 'none'],
    ['43200000.pb', 'full-blocks/43200000.confirmedblock.pb', 'none'],
    ['capture.bin', 'geyser-capture/398202772-398202799.bin', 'u32'],
    ...[1, 2, 3].map((part): [string, string, Framing] => [
      `epoch-0-${part}.car`,
      `old-faithful/epoch-0-${part}.car`,
      'varint',
    ]),
  ];
  for (const [name, path, framing] of real)
    list.push({ name, framing, bytes: readFileSync(new URL(path, DATA)) });
  return list;
}

let store: TestStore;
let client: ClickHouseClient;
let folder: string;
beforeAll(async () => {
  store = await startTestStore();
  client = await store.fresh();
  folder = await mkdtemp(join(tmpdir(), 'tickscope-mutated-'));
});
afterAll(async () => {
  await store?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Takes the blocks of several files, and writes them together: a second one for a slot in a later write. */
class BatchedWriter {
  #rounds: Map<number, Block>[] = [];

  async write(
    blocks: readonly Block[],
  ): Promise<{ outcomes: Map<number, WriteOutcome>; rows: number; bytes: number }> {
    for (const block of blocks) {
      let round = this.#rounds.find((slots) => !slots.has(block.slot));
      if (round === undefined) {
        round = new Map();
        this.#rounds.push(round);
      }
      round.set(block.slot, block);
    }
    return { outcomes: new Map(), rows: 0, bytes: 0 };
  }

  async flush(writer: BlockWriter): Promise<void> {
    for (const round of this.#rounds) await writer.write([...round.values()]);
    this.#rounds = [];
  }
}

/** Rows of archive slots that are not in the originals' rows: a block whose parent is gone loses its parent's hash. */
const CHANGED_ARCHIVE_ROWS = TABLES.map((table) => {
  const except = table === 'slots' ? 'inserted_at, parent_blockhash' : 'inserted_at';
  return `SELECT '${table}' AS rule, slot FROM (
    SELECT * EXCEPT (${except}) FROM ${table} FINAL WHERE slot IN (SELECT slot FROM slots WHERE source = 'car')
    EXCEPT SELECT * EXCEPT (${except}) FROM original_${table})`;
}).join(' UNION ALL ');

async function broken(sql: string): Promise<[string, string][]> {
  return queryRows<[string, string]>(client, sql, { timeoutMs: 60_000 });
}

test(`${FILES} damaged files: no crash, no wrong row, bounded memory${existsSync(DATA) ? '' : ' (real files skipped: shared/data is absent)'}`, async () => {
  const files = originals();
  const writer = new BlockWriter(client);
  const batch = new BatchedWriter();
  const gaps = { writeGaps: (list: Parameters<typeof writeGaps>[1]) => writeGaps(client, list.slice(0, 50)) };

  for (const { name, bytes } of files) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    expect((await importFile(path, { writer: batch, ...gaps })).error).toBe(null);
  }
  await batch.flush(writer);
  expect(await broken(INVARIANTS)).toEqual([]);
  for (const table of TABLES) {
    await client.command({
      query: `CREATE TABLE original_${table} ENGINE = Memory AS SELECT * FROM ${table} FINAL`,
    });
  }

  const random = new Random(20_260_205);
  const seen = { whole: 0, partly: 0, refused: 0, slots: 0 };
  const startBytes = process.memoryUsage().rss;
  let peakBytes = startBytes;
  for (let done = 0; done < FILES; ) {
    for (const table of [...TABLES, 'gaps']) await client.command({ query: `TRUNCATE TABLE ${table}` });
    for (const { name, bytes, framing } of files.slice(0, FILES - done)) {
      const path = join(folder, name);
      await writeFile(path, mutate(random, bytes, framing));
      const report = await importFile(path, { writer: batch, ...gaps });
      const stored = report.slots.full + report.slots.no_entries + report.slots.entries_only;
      seen[stored === 0 ? 'refused' : report.error === null ? 'whole' : 'partly'] += 1;
      seen.slots += stored;
      done += 1;
    }
    await batch.flush(writer);
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
    expect(await broken(INVARIANTS), `files up to ${done}`).toEqual([]);
    expect(await broken(CHANGED_ARCHIVE_ROWS), `archives up to file ${done}`).toEqual([]);
  }
  // Damage that nobody notices, damage that costs a part and damage that costs all must each have been tried.
  expect(Math.min(seen.whole, seen.partly, seen.refused), JSON.stringify(seen)).toBeGreaterThan(10);
  expect(peakBytes - startBytes).toBeLessThan(MAX_GROWTH_BYTES);
});
