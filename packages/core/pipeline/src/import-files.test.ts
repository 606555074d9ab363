import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyToBase58, signatureToBase58 } from '@tickscope/chain';
import type { WritableBlock, WriteOutcome, WriteResult } from '@tickscope/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileReport, importFiles } from './import-file.js';

const FIRST_SLOT = 430_001_000;
const HASH = keyToBase58(new Uint8Array(32).fill(7));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickscope-import-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const STORE = { storedLinks: async () => [], writeGaps: async () => {} };

/** A file with the `getBlock` answer of a slot. */
async function blockFile(
  slot: number,
  name = `${slot}.getblock.json`,
  transactions: unknown[] = [],
): Promise<string> {
  const path = join(folder, name);
  const block = {
    ...{ blockhash: HASH, previousBlockhash: HASH, parentSlot: slot - 1, blockTime: null },
    ...{ blockHeight: null, rewards: [], transactions },
  };
  await writeFile(path, JSON.stringify(block));
  return path;
}

/** Takes everything; a slot that it knows is already stored. */
class CountingWriter {
  readonly batches: number[][] = [];

  async write(blocks: readonly WritableBlock[]): Promise<WriteResult> {
    const known = new Set(this.batches.flat());
    const outcomes = new Map(
      blocks.map(({ slot }): [number, WriteOutcome] => [
        slot,
        known.has(slot) ? 'already_stored' : 'written',
      ]),
    );
    this.batches.push(blocks.map(({ slot }) => slot));
    const rowsOfSlot = new Map(
      [...outcomes].filter(([, outcome]) => outcome === 'written').map(([slot]) => [slot, 2]),
    );
    return { outcomes, rows: 2 * rowsOfSlot.size, rowsOfSlot, bytes: 0 };
  }
}

test('four hundred files of one block each are written as one batch, and each has its own report', async () => {
  const slots = Array.from({ length: 400 }, (_, index) => FIRST_SLOT + index);
  const paths = await Promise.all(slots.map((slot) => blockFile(slot)));
  const writer = new CountingWriter();
  const reported: FileReport[] = [];
  const reports = await importFiles(paths, {
    writer,
    ...STORE,
    onReport: (report) => reported.push(report),
  });
  expect(writer.batches).toEqual([slots]);
  expect(reports.map(({ path, error, firstSlot, rows }) => [path, error, firstSlot, rows])).toEqual(
    paths.map((path, index) => [path, null, slots[index], 2]),
  );
  expect(reported).toEqual(reports);
});

test('a file that is not readable, and a block that came twice, are in the reports of their files alone', async () => {
  const wrong = join(folder, 'wrong.json');
  await writeFile(wrong, 'no block');
  const writer = new CountingWriter();
  const paths = [
    await blockFile(FIRST_SLOT),
    wrong,
    await blockFile(FIRST_SLOT, `${FIRST_SLOT}.again.json`),
    await blockFile(FIRST_SLOT + 1),
  ];
  const reports = await importFiles(paths, { writer, ...STORE });
  expect(writer.batches).toEqual([[FIRST_SLOT], [FIRST_SLOT, FIRST_SLOT + 1]]);
  expect(reports.map(({ path, alreadyStored, rows }) => [path, alreadyStored, rows])).toEqual([
    [paths[0], 0, 2],
    [wrong, 0, 0],
    [paths[2], 1, 0],
    [paths[3], 0, 2],
  ]);
  expect(reports.map(({ error }) => error !== null)).toEqual([false, true, false, false]);
});

/** A legacy transaction of one instruction, as `getBlock` answers it in encoding `json`. */
function failedWith(err: unknown) {
  const key = (byte: number): string => keyToBase58(new Uint8Array(32).fill(byte));
  return {
    meta: {
      ...{ err, fee: 5_000, preBalances: [9_000, 1], postBalances: [4_000, 1] },
      ...{ innerInstructions: [], preTokenBalances: [], postTokenBalances: [] },
    },
    transaction: {
      signatures: [signatureToBase58(new Uint8Array(64).fill(3))],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
        ...{ accountKeys: [key(1), key(2)], recentBlockhash: HASH },
        instructions: [{ programIdIndex: 1, accounts: [0], data: '' }],
      },
    },
  };
}

test('a block stays with a failed transaction whose error is not decodable, which the report counts', async () => {
  const path = await blockFile(FIRST_SLOT, `${FIRST_SLOT}.errors.json`, [
    failedWith({}),
    failedWith({ InstructionError: [0, { Custom: 6_001 }] }),
  ]);
  const [report] = await importFiles([path], { writer: new CountingWriter(), ...STORE });
  expect(report).toMatchObject({ error: null, transactions: 2, failed: 2, undecodableErrors: 1 });
});
