import { existsSync, readFileSync } from 'node:fs';
import { parseExactJson, parseGetBlock } from '@tickscope/chain';
import { type MadeBlockOptions, makeBlock } from '@tickscope/testkit/made-block';
import { expectStored, storedRows } from '@tickscope/testkit/store/stored-rows';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { type Trade, tradedBlock } from '@tickscope/testkit/traded-block';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlockWriter } from './block-writer.js';
import { encodedBlock, unknownFramesOfBlock, type WritableBlock } from './encoded-block.js';

const REAL_BLOCK = new URL(
  '../../../../../../shared/data/full-blocks/254170887.getblock.json',
  import.meta.url,
);

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());

const exchange = { does: 'exchange', trader: 'alice', paid: 11n, got: 7n } as const;
const TRADES: Trade[] = [
  { does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n },
  { ...exchange, program: 'new dex', data: '2a01', calls: 2 },
  { ...exchange, program: 'other dex', data: '', poolSigns: true },
  { does: 'fill', taker: 'alice', maker: 'maker', paid: 2n ** 64n - 1n, got: 5n },
  { does: 'rebate', wallet: 'alice', amount: 30n },
];

async function written(blocks: readonly WritableBlock[]): Promise<TestConnection> {
  const client = await store.fresh();
  const { outcomes } = await new BlockWriter(client).write(blocks);
  expect([...outcomes.values()]).toEqual(blocks.map(() => 'written'));
  return client;
}

describe('every column of every table matches an independent computation', () => {
  const cases: [string, MadeBlockOptions[]][] = [
    ['full blocks', [1, 2, 3, 4, 5].map((seed) => ({ slot: 5_000 + seed, seed }))],
    [
      'blocks without meta',
      [
        { slot: 9_000, hasMeta: false },
        { slot: 9_001, hasMeta: false, content: 'no_entries' },
      ],
    ],
    ['blocks from RPC', [6, 7].map((seed) => ({ slot: 9_100 + seed, seed, content: 'no_entries' as const }))],
    ['entries without transactions', [{ slot: 9_200, content: 'entries_only' }]],
    ['a block after nine skipped slots', [{ slot: 9_310, parentSlot: 9_300 }]],
    [
      'Alpenglow blocks',
      [
        { slot: 9_401, model: 'alpenglow' },
        { slot: 9_404, parentSlot: 9_401, model: 'alpenglow' },
      ],
    ],
    ['an empty block', [{ slot: 9_500, transactions: 0 }]],
    ['a block of 1,500 transactions', [{ slot: 9_600, transactions: 1_500 }]],
    ['slots at the end of what is possible', [{ slot: 2 ** 46 - 5, transactions: 6 }]],
  ];
  test.each(cases)('%s', async (_, options) => {
    const blocks = options.map(makeBlock);
    await expectStored(await written(blocks), blocks);
    await expectStored(await written(blocks.map((block) => encodedBlock(block))), blocks);
  });

  test('trades of known pools, of makers and of unlisted programs, and what is paid back', async () => {
    const blocks = [tradedBlock(9_700, TRADES), tradedBlock(9_701, [...TRADES].reverse())];
    const client = await written(blocks);
    await expectStored(client, blocks);
    const { fills, rebates, unknown_frames, swaps } = await storedRows(client, [9_700]);
    expect([fills.length, rebates.length, unknown_frames.length]).toEqual([1, 1, 3]);
    expect(swaps.map((row) => row['inferred']).sort()).toEqual(['false', 'true', 'true']);
    await expectStored(await written(blocks.map((block) => encodedBlock(block))), blocks);
  });

  test('the unknown frames are those of the block, held whole or as its rows', () => {
    const block = tradedBlock(9_800, TRADES);
    const frames = unknownFramesOfBlock(block);
    expect(
      frames.map(({ blockIndex, firstByte, isInferred }) => [blockIndex, firstByte, isInferred]),
    ).toEqual([
      [1, 0x2a, true],
      [1, 0x2a, true],
      [2, null, false],
    ]);
    expect(unknownFramesOfBlock(encodedBlock(block))).toEqual(frames);
  });

  test('blocks in more partitions than one insert may touch', async () => {
    const blocks = Array.from({ length: 130 }, (_, at) =>
      makeBlock({ slot: 1_000_000 + at * 40_000, transactions: 1, model: 'alpenglow' }),
    );
    await expectStored(await written(blocks), blocks);
  });
});

describe.skipIf(!existsSync(REAL_BLOCK))('block 254170887 (skipped where shared/data is absent)', () => {
  interface RpcBlock {
    transactions: {
      transaction: [string, string];
      meta: { err: unknown; fee: number; computeUnitsConsumed: number };
    }[];
  }
  const text = existsSync(REAL_BLOCK) ? readFileSync(REAL_BLOCK, 'utf8') : '';

  test('its rows match an independent computation and its JSON', async () => {
    const block = parseGetBlock(parseExactJson(text), 254_170_887);
    const client = await written([block]);
    await expectStored(client, [block]);

    const { transactions, slots } = await storedRows(client);
    const json = JSON.parse(text) as { result?: RpcBlock } & RpcBlock;
    const rpc = json.result ?? json;
    const rows = transactions.sort(
      (left, right) => Number(left['block_index']) - Number(right['block_index']),
    );
    expect(rows.length).toBe(602);
    for (const [index, { transaction, meta }] of rpc.transactions.entries()) {
      const row = rows[index]!;
      // A transaction's first signature follows the one byte that counts them.
      const signature = Buffer.from(transaction[0], 'base64').subarray(1, 65);
      expect(row['signature']).toBe(signature.toString('hex'));
      expect(row['error']).toBe(meta.err === null ? null : JSON.stringify(meta.err));
      expect(row['success']).toBe(String(meta.err === null));
      expect(row['fee']).toBe(String(meta.fee));
      expect(row['compute_units']).toBe(String(meta.computeUnitsConsumed));
    }
    expect(slots[0]).toMatchObject({
      parent_slot: '254170886',
      transaction_count: '602',
      vote_count: '158',
      failed_count: '305',
      content: 'no_entries',
    });
    expect(bs58.encode(Buffer.from(String(slots[0]!['leader']), 'hex'))).toMatch(/^Ninja1sp/);
  });

  test('its number of accounts matches the data folder', async () => {
    const client = await written([parseGetBlock(parseExactJson(text), 254_170_887)]);
    const { account_locks, account_slots } = await storedRows(client);
    expect(new Set(account_locks.map((row) => row['account'])).size).toBe(3_334);
    expect(account_slots.length).toBe(3_334);
  });
});
