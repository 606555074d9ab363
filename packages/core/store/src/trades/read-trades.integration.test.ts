import { existsSync, readFileSync } from 'node:fs';
import { parseExactJson, parseGetBlock } from '@tickscope/chain';
import { extractBlockTrades, type Swap } from '@tickscope/dex';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, CPMM, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWith } from '../query/index.js';
import { BlockWriter } from '../writer/block-writer.js';
import { readPoolTradesWith } from './read-pool-trades.js';
import { readTrades } from './read-trades.js';

const REAL_BLOCK = new URL(
  '../../../../../../shared/data/full-blocks/254170887.getblock.json',
  import.meta.url,
);
const TIMEOUT = { timeoutMs: 20_000 };

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());

const BLOCKS = [
  tradedBlock(700, [
    { does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n },
    { does: 'transfer', from: 'alice', to: 'bob', amount: 190n },
    { does: 'attempt', trader: 'carol' },
    { does: 'swap', trader: 'dave', from: 'B', paid: 2n ** 63n, got: 5n, pool: 'other' },
  ]),
  tradedBlock(701, []),
  tradedBlock(704, [{ does: 'swap', trader: 'bob', from: 'B', paid: 190n, got: 99n }], 701),
];

const LARGEST = 2n ** 64n - 1n;
const route = { outerIndex: 0, innerIndex: null, mint: null, quoted: null, moved: null };
/** Limits of swaps of mint A for mint B. */
const LIMITS: Pick<Swap, 'limit' | 'routeLimit'>[] = [
  { limit: null, routeLimit: null },
  { limit: { kind: 'least_out', amount: 0n }, routeLimit: null },
  { limit: { kind: 'most_in', amount: LARGEST }, routeLimit: null },
  { limit: null, routeLimit: { ...route, kind: 'least_out', amount: 1n, programId: CPMM } },
  {
    limit: { kind: 'least_out', amount: 3n },
    routeLimit: {
      ...{ kind: 'most_in', amount: LARGEST, programId: address('aggregator') },
      ...{ outerIndex: 0, innerIndex: 0, mint: address('A'), quoted: LARGEST, moved: LARGEST },
    },
  },
  // The mints of the other side, and a third one: the route goes on.
  ...(['A', 'B', 'C'] as const).flatMap((mint) =>
    (['least_out', 'most_in'] as const).map((kind) => ({
      limit: null,
      routeLimit: {
        ...{ kind, amount: 5n, programId: address('aggregator') },
        ...{ outerIndex: 0, innerIndex: 12, mint: address(mint), quoted: 6n, moved: 7n },
      },
    })),
  ),
];

describe('trades read back', () => {
  test('are those that the blocks had, u64 amounts, unknown directions and blocks without trades too', async () => {
    const client = await store.fresh();
    await new BlockWriter(client).write(BLOCKS);
    const expected = BLOCKS.map(extractBlockTrades);
    expect(
      expected.map(({ swaps, attempts, tokenLinks }) => [swaps.length, attempts.length, tokenLinks.length]),
    ).toEqual([
      [2, 1, 1],
      [0, 0, 0],
      [1, 0, 0],
    ]);
    expect(await readTrades(client.read, { fromSlot: 700, toSlot: 704, ...TIMEOUT })).toEqual(expected);
    expect(await readTrades(client.read, { fromSlot: 701, toSlot: 703, ...TIMEOUT })).toEqual([expected[1]]);
  });

  test('of some pools are theirs alone, with the links of their mints', async () => {
    const client = await store.fresh();
    await new BlockWriter(client).write(BLOCKS);
    const pools = [address('other')];
    const [first] = await readTrades(client.read, { fromSlot: 700, toSlot: 704, pools, ...TIMEOUT });
    expect(first!.swaps.map(({ trader, traderIn }) => [trader, traderIn])).toEqual([
      [address('dave'), 2n ** 63n],
    ]);
    expect(first!.attempts).toEqual([]);
    expect(first!.tokenLinks.map(({ toOwner }) => toOwner)).toEqual([address('bob')]);
  });

  test('have the links of mints bought there or within the span of a sandwich before, and no others', async () => {
    const client = await store.fresh();
    const link = { does: 'transfer', from: 'alice', to: 'bob', amount: 5n } as const;
    const blocks = [
      tradedBlock(800, [{ does: 'swap', trader: 'alice', from: 'A', paid: 9n, got: 5n }], 799),
      // Mint B was bought 20 slots before, and 21; C never.
      ...[820, 821].map((slot) => tradedBlock(slot, [link, { ...link, mint: 'C' }], slot - 1)),
    ];
    await new BlockWriter(client).write(blocks);
    const mintsOf = async (fromSlot: number, toSlot = fromSlot): Promise<(string | null)[]> =>
      (await readTrades(client.read, { fromSlot, toSlot, ...TIMEOUT })).flatMap(({ tokenLinks }) =>
        tokenLinks.map(({ mint }) => mint),
      );
    expect(await mintsOf(820)).toEqual([address('B')]);
    expect(await mintsOf(821)).toEqual([]);
    expect(await mintsOf(800, 821)).toEqual([address('B'), address('B')]);
  });

  test('of pools have the change of owner that a program signed for', async () => {
    const client = await store.fresh();
    const handOver = {
      does: 'hand_over',
      from: 'mallory',
      to: 'mike',
      account: 'mallory.B',
      amount: 190n,
    } as const;
    const blocks = [
      tradedBlock(900, [{ does: 'swap', trader: 'mallory', from: 'A', paid: 100n, got: 190n }], 899),
      tradedBlock(901, [
        handOver,
        { ...handOver, byProgram: true },
        { does: 'transfer', from: 'x', to: 'y', amount: 1n },
      ]),
      tradedBlock(902, [
        { does: 'swap', trader: 'mike', from: 'B', paid: 190n, got: 120n, accountB: 'mallory.B' },
      ]),
    ];
    await new BlockWriter(client).write(blocks);
    const ranges = [{ pool: address('pool'), fromSlot: 900, toSlot: 902 }];
    const [read] = await readPoolTradesWith(readWith(client.read, TIMEOUT), ranges);
    expect(read!.map(({ tokenLinks }) => tokenLinks)).toEqual([
      [],
      extractBlockTrades(blocks[1]!).tokenLinks.slice(0, 2),
      [],
    ]);
    expect(read![1]!.tokenLinks.map(({ authoritySigned }) => authoritySigned)).toEqual([true, false]);
  });

  test('have the limits that their instructions had, of the pool and of the route', async () => {
    const client = await store.fresh();
    const block = tradedBlock(
      950,
      LIMITS.map(() => ({ does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n })),
    );
    const { swaps } = extractBlockTrades(block);
    for (const [at, limits] of LIMITS.entries()) Object.assign(swaps[at]!, limits);
    await new BlockWriter(client).write([block]);
    const [read] = await readTrades(client.read, { fromSlot: 950, toSlot: 950, ...TIMEOUT });
    expect(read!.swaps.map(({ limit, routeLimit }) => ({ limit, routeLimit }))).toEqual(LIMITS);
  });

  test('have the swaps of unlisted programs, which are marked as inferred', async () => {
    const client = await store.fresh();
    const block = tradedBlock(960, [
      { does: 'exchange', program: 'new dex', data: '2a', trader: 'alice', paid: 11n, got: 7n, calls: 2 },
      { does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n },
      { does: 'fill', taker: 'alice', maker: 'maker', paid: 3n, got: 5n },
    ]);
    await new BlockWriter(client).write([block]);
    const [read] = await readTrades(client.read, { fromSlot: 960, toSlot: 960, ...TIMEOUT });
    expect(read!.swaps).toEqual(extractBlockTrades(block).swaps);
    expect(read!.swaps.map(({ programId, inferred }) => [programId, inferred])).toEqual([
      [address('new dex'), true],
      [address('new dex'), true],
      [CPMM, false],
    ]);
  });

  test.skipIf(!existsSync(REAL_BLOCK))('of a real block are those of the block', async () => {
    const client = await store.fresh();
    const block = parseGetBlock(parseExactJson(readFileSync(REAL_BLOCK, 'utf8')), 254_170_887);
    await new BlockWriter(client).write([block]);
    const range = { fromSlot: block.slot, toSlot: block.slot, ...TIMEOUT };
    expect(await readTrades(client.read, range)).toEqual([extractBlockTrades(block)]);
    // Published counts of this block: six tips, all to Jito.
    expect(
      await client.read.queryRows(
        'SELECT service, toString(count()), toString(sum(lamports)) FROM tips GROUP BY 1',
        TIMEOUT,
      ),
    ).toEqual([['Jito', '6', '32000000']]);
    // With pools, those of transactions with a swap of the pool, and next to one.
    const { swaps, tips } = extractBlockTrades(block);
    const pools = [...new Set(swaps.map(({ pool }) => pool))];
    const near = new Set(swaps.flatMap(({ blockIndex: at }) => [at - 1, at, at + 1]));
    const [ofPools] = await readTrades(client.read, { ...range, pools });
    expect(ofPools!.tips).toEqual(tips.filter(({ blockIndex }) => near.has(blockIndex)));
    expect(ofPools!.tips.length).toBeGreaterThan(0);
  });
});
