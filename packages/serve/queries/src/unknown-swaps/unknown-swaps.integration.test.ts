import { toBase58 } from '@tickscope/chain';
import { BlockWriter, readWith } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUnknownSwaps, type UnknownSwaps } from './unknown-swaps.js';

const exchange = {
  ...({ does: 'exchange', program: 'new dex', data: '2a01' } as const),
  ...{ trader: 'alice', paid: 11n, got: 7n },
};
const BLOCKS = [
  tradedBlock(700, [exchange, { ...exchange, data: '' }]),
  tradedBlock(701, [
    { ...exchange, calls: 2 },
    { ...exchange, program: 'other dex', poolSigns: true },
    { does: 'swap', trader: 'alice', from: 'A', paid: 9n, got: 5n },
  ]),
];
const signatureOf = (block: number, index: number): string =>
  toBase58(BLOCKS[block]!.transactions[index]!.signatures[0]!);

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
  client = await store.fresh();
  await new BlockWriter(client).write(BLOCKS);
  // The same rows twice, not merged yet.
  await client.command({ query: 'SYSTEM STOP MERGES unknown_frames' });
  await client.command({ query: 'INSERT INTO unknown_frames SELECT * FROM unknown_frames' });
});
afterAll(async () => {
  await store?.drop();
  await store?.stop();
});

const read = (sinceSlot: number, limit = 10): Promise<UnknownSwaps[]> =>
  readUnknownSwaps(readWith(store.open('reader').read, { timeoutMs: 10_000 }), { sinceSlot, limit });

const NEW_DEX: UnknownSwaps = {
  ...{ programId: address('new dex'), firstByte: 0x2a, frames: 3, inferredFrames: 3, transactions: 2 },
  ...{ lastSlot: 701, sampleSignature: signatureOf(1, 0) },
};
const WITHOUT_DATA: UnknownSwaps = {
  ...{ programId: address('new dex'), firstByte: null, frames: 1, inferredFrames: 1, transactions: 1 },
  ...{ lastSlot: 700, sampleSignature: signatureOf(0, 1) },
};
const OTHER_DEX: UnknownSwaps = {
  ...{ programId: address('other dex'), firstByte: 0x2a, frames: 1, inferredFrames: 0, transactions: 1 },
  ...{ lastSlot: 701, sampleSignature: signatureOf(1, 1) },
};
const byProgram = (left: UnknownSwaps, right: UnknownSwaps): number =>
  left.programId < right.programId ? -1 : 1;

describe('programs without a known layout', () => {
  test('are counted by program and first byte, each call once, with their newest transaction', async () => {
    const [first, ...rest] = await read(0);
    expect(first).toEqual(NEW_DEX);
    expect(rest.sort(byProgram)).toEqual([WITHOUT_DATA, OTHER_DEX].sort(byProgram));
  });

  test('are counted from the slot asked for', async () => {
    expect(await read(701)).toEqual([
      { ...NEW_DEX, frames: 2, inferredFrames: 2, transactions: 1 },
      OTHER_DEX,
    ]);
    expect(await read(702)).toEqual([]);
  });

  test('are cut off after the most frequent ones', async () => {
    expect(await read(0, 1)).toEqual([NEW_DEX]);
  });
});
