import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BlockWriter,
  isEncoded,
  sqlFile,
  type WritableBlock,
  type WriteResult,
  writeGaps,
} from '@tickscope/store';
import { blockMessage, partMessages, recordingOf } from '@tickscope/testkit/encode-recording';
import { makeBlock } from '@tickscope/testkit/made-block';
import { Random } from '@tickscope/testkit/random';
import { TABLES } from '@tickscope/testkit/store/table-digests';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { shareOf } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importFile } from './import-file.js';
import { type Framing, mutate } from './testing/mutate.js';

const DATA = new URL('../../../../../shared/data/', import.meta.url);
const INVARIANTS = sqlFile(import.meta.url, './testing/invariants.sql');
const FILES = shareOf(1_000);
/** Beyond what the process held when all originals were imported. */
const MAX_GROWTH_BYTES = 700 * 1024 * 1024;

interface Original {
  name: string;
  framing: Framing;
  bytes: Buffer;
}

/** Made recordings and, where shared/data is there, every real file; no two of them share a slot. */
function originals(): Original[] {
  const list = Array.from({ length: 8 }, (_, file): Original => {
    const blocks = [0, 1, 2].map((at) =>
      makeBlock({ slot: 3_000_000 + file * 10 + at, seed: 3, transactions: 20 }),
    );
    const messages = file % 2 === 0 ? blocks.map(blockMessage) : blocks.flatMap(partMessages);
    return { name: `made-${file}.bin`, framing: 'u32', bytes: recordingOf(messages) };
  });
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
let client: TestConnection;
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
  #rounds: Map<number, WritableBlock>[] = [];

  async write(blocks: readonly WritableBlock[]): Promise<WriteResult> {
    for (const block of blocks) {
      let round = this.#rounds.find((slots) => !slots.has(block.slot));
      if (round === undefined) {
        round = new Map();
        this.#rounds.push(round);
      }
      // The rows of an encoded block are its own only until this call returns.
      round.set(block.slot, isEncoded(block) ? { ...block, tables: structuredClone(block.tables) } : block);
    }
    return { outcomes: new Map(), rows: 0, rowsOfSlot: new Map(), bytes: 0 };
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

async function empty(): Promise<void> {
  await Promise.all([...TABLES, 'gaps'].map((table) => client.command({ query: `TRUNCATE TABLE ${table}` })));
}

/** The rules that some slot breaks, with the slot. */
async function broken(sql: string): Promise<[string, string][]> {
  return client.read.queryRows<[string, string]>(sql, { timeoutMs: 60_000 });
}

test(`${FILES} damaged files: no crash, no wrong row, bounded memory${existsSync(DATA) ? '' : ' (real files skipped: shared/data is absent)'}`, async () => {
  const files = originals();
  const writer = new BlockWriter(client);
  const batch = new BatchedWriter();
  const gaps = {
    storedLinks: async () => [],
    writeGaps: (list: Parameters<typeof writeGaps>[1]) => writeGaps(client.write, list.slice(0, 50)),
  };

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
    await empty();
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
    const [rules, archives] = await Promise.all([broken(INVARIANTS), broken(CHANGED_ARCHIVE_ROWS)]);
    expect({ rules, archives }, `files up to ${done}`).toEqual({ rules: [], archives: [] });
  }
  // The mutations must include damage without effect, damage that loses a part and damage that loses the file.
  expect(Math.min(seen.whole, seen.partly, seen.refused), JSON.stringify(seen)).toBeGreaterThan(10);
  expect(peakBytes - startBytes).toBeLessThan(MAX_GROWTH_BYTES);
});

describe('the rules that stored slots are checked against notice', () => {
  const SLOT = 40_000;
  const BLOCKS = [makeBlock({ slot: SLOT, seed: 3 }), makeBlock({ slot: SLOT + 1, content: 'no_entries' })];
  const at = `slot = ${SLOT} AND `;
  const SIGNED_BY_3 = 'arrayExists((i, f) -> i = 3 AND bitTest(f, 1), locks.block_index, locks.flags)';
  const change = (table: string, to: string, where: string): string =>
    `INSERT INTO ${table} SELECT * REPLACE (${to}, 99 AS version) FROM (SELECT * FROM ${table} FINAL WHERE ${where})`;
  const remove = (table: string, where: string): string => `DELETE FROM ${table} WHERE ${where}`;

  test.each([
    ['a transaction too few', 'transactions', remove('transactions', `${at}block_index = 39`)],
    [
      'a transaction out of position',
      'transactions',
      change('transactions', '99 AS block_index', `${at}block_index = 3`),
    ],
    [
      'a wrong count of votes',
      'transactions',
      change('slots', 'vote_count + 1 AS vote_count', `slot = ${SLOT}`),
    ],
    [
      'a wrong count of failures',
      'transactions',
      change('slots', 'failed_count + 1 AS failed_count', `slot = ${SLOT}`),
    ],
    ['an entry too few', 'entries', remove('entries', `${at}entry_index = 7`)],
    [
      'a wrong number of hashes',
      'entries',
      change('entries', 'num_hashes + 1 AS num_hashes', `${at}entry_index = 7`),
    ],
    [
      'a last hash that is not the blockhash',
      'entries',
      change(
        'entries',
        "unhex(repeat('ab', 32)) AS hash",
        `${at}entry_index = (SELECT max(entry_index) FROM entries WHERE slot = ${SLOT})`,
      ),
    ],
    ['entries of a slot that has none', 'entries', change('entries', 'slot + 1 AS slot', `slot = ${SLOT}`)],
    [
      'a wrong tick',
      'tick of an entry, counted backward',
      change('entries', 'poh_tick + 1 AS poh_tick', `${at}entry_index = 7`),
    ],
    [
      'a wrong parent',
      'tick of an entry, counted forward',
      change('slots', 'parent_slot - 1 AS parent_slot', `slot = ${SLOT}`),
    ],
    [
      'a wrong start',
      'first transaction of an entry',
      change('entries', 'start_index + 1 AS start_index', `${at}entry_index = 7`),
    ],
    [
      "a transaction's wrong tick",
      'position of a transaction',
      change('transactions', 'poh_tick + 1 AS poh_tick', `${at}block_index = 3`),
    ],
    [
      "a transaction's wrong entry",
      'position of a transaction',
      change('transactions', 'entry_index + 1 AS entry_index', `${at}block_index = 3`),
    ],
    [
      'a tick where none is known',
      'position of a transaction',
      change('transactions', '1 AS poh_tick', `slot = ${SLOT + 1} AND block_index = 3`),
    ],
    [
      'a lock too few',
      'counts of locks',
      change(
        'account_slots',
        'arrayFilter(i -> i != 3, locks.block_index) AS `locks.block_index`, arrayFilter((f, i) -> i != 3, locks.flags, locks.block_index) AS `locks.flags`',
        `${at}${SIGNED_BY_3}`,
      ),
    ],
    [
      'a read for a write',
      'counts of locks',
      change(
        'account_slots',
        'arrayMap((f, i) -> if(i = 3, bitXor(f, 1), f), locks.flags, locks.block_index) AS `locks.flags`',
        `${at}${SIGNED_BY_3}`,
      ),
    ],
    [
      'a wrong fee payer',
      'facts of a lock',
      change(
        'account_slots',
        'arrayMap(p -> p + 1, writes.signer_prefix) AS `writes.signer_prefix`',
        `${at}write_count > 0`,
      ),
    ],
    [
      'a wrong count of an account',
      'account_slots',
      change('account_slots', 'lock_count + 1 AS lock_count', `slot = ${SLOT}`),
    ],
    [
      "an account's wrong first tick",
      'account_slots',
      change('account_slots', 'first_tick - 1 AS first_tick', `slot = ${SLOT}`),
    ],
    ['an account too few', 'counts of locks', remove('account_slots', `${at}lock_count > 5`)],
    ['a signature too few', 'signatures', remove('signatures', `${at}block_index = 3`)],
    ['a signature of nothing', 'signatures', `INSERT INTO signatures VALUES (1, ${SLOT}, 3, now())`],
    ['a slots row that is gone', 'rows of no slot', remove('slots', `slot = ${SLOT}`)],
    [
      'two slots rows',
      'two blocks in one slot',
      `INSERT INTO slots SELECT * REPLACE (reverse(blockhash)::FixedString(32) AS blockhash) FROM slots WHERE slot = ${SLOT}`,
    ],
  ])('%s', async (_, rule, damage) => {
    await empty();
    await new BlockWriter(client).write(BLOCKS);
    expect(await broken(INVARIANTS)).toEqual([]);
    await client.command({ query: damage });
    expect((await broken(INVARIANTS)).map(([name]) => name)).toContain(rule);
  });
});
