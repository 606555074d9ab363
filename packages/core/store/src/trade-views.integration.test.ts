import { toBase58 } from '@tickscope/chain';
import { extractBlockTrades, type Swap } from '@tickscope/dex';
import type { TestConnection, TestUser } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, CPMM, type Trade, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlockWriter } from './writer/block-writer.js';

const SLOT = 310_000;
const SOL = 'So11111111111111111111111111111111111111112';
const LARGEST = 2n ** 64n - 1n;
const exchange = { does: 'exchange', trader: 'alice', paid: 11n, got: 7n } as const;
const NEW_DEX = { ...exchange, program: 'new dex', data: '2a01' };
const TRADES: Trade[] = [
  NEW_DEX,
  { does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n },
  { does: 'attempt', trader: 'carol' },
  { does: 'fill', taker: 'bob', maker: 'maker', paid: LARGEST, got: 5n },
  { does: 'rebate', wallet: 'dave', amount: 30n },
  { ...exchange, program: 'other dex', data: '', poolSigns: true },
  { does: 'book_fill', taker: 'erin', maker: 'frank', market: 'book', paid: 11n, got: LARGEST },
];
const BLOCKS = [tradedBlock(SLOT, TRADES), tradedBlock(SLOT + 1, [{ ...NEW_DEX, calls: 2 }])];
const LIMITS: Pick<Swap, 'limit' | 'routeLimit'> = {
  limit: { kind: 'least_out', amount: 180n },
  routeLimit: {
    ...{ kind: 'most_in', amount: LARGEST, programId: address('aggregator'), quoted: 99n },
    ...{ outerIndex: 0, innerIndex: null, mint: address('A'), moved: 98n },
  },
};
Object.assign(extractBlockTrades(BLOCKS[0]!).swaps.find(({ programId }) => programId === CPMM)!, LIMITS);

const signatureOf = (block: number, index: number): string =>
  toBase58(BLOCKS[block]!.transactions[index]!.signatures[0]!);

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  const client = await store.fresh();
  await new BlockWriter(client).write(BLOCKS);
  // The same rows twice, not merged yet.
  for (const table of ['swaps', 'fills', 'rebates', 'unknown_frames']) {
    await client.command({ query: `SYSTEM STOP MERGES ${table}` });
    await client.command({ query: `INSERT INTO ${table} SELECT * FROM ${table}` });
  }
});
afterAll(async () => {
  await store?.drop();
  await store?.stop();
});

describe.each<TestUser>(['reader', 'analyst'])('as %s', (user) => {
  let client: TestConnection;
  beforeAll(() => {
    client = store.open(user);
  });
  const ask = async (query: string): Promise<unknown[]> =>
    (await client.query({ query, format: 'JSONCompactEachRow' })).json();

  test('swaps_text prints the limits of the pool and of the route, and whether a swap is inferred', async () => {
    const rows = await ask(
      `SELECT block_index, program_id, least_out, most_in, route_program, route_inner_index, route_mint,
        route_least_out, route_most_in, route_quoted, route_moved, inferred
      FROM swaps_text WHERE slot = ${SLOT} ORDER BY block_index`,
    );
    const none = Array.from({ length: 9 }, () => null);
    const route = [address('aggregator'), -1, address('A'), null, String(LARGEST), '99', '98'];
    expect(rows).toEqual([
      [0, address('new dex'), ...none, true],
      [1, CPMM, '180', null, ...route, false],
      [2, CPMM, ...none, false],
    ]);
  });

  test('pool_swaps says which swaps are inferred', async () => {
    const range = `from_slot = ${SLOT}, to_slot = ${SLOT + 1}`;
    const inferred = (pool: string): Promise<unknown[]> =>
      ask(`SELECT slot, inferred FROM pool_swaps(pool = '${address(pool)}', ${range})`);
    expect(await inferred('pool')).toEqual([
      [String(SLOT), false],
      [String(SLOT), false],
    ]);
    const [{ pool }] = extractBlockTrades(BLOCKS[1]!).swaps as [Swap];
    expect(await inferred(pool)).toEqual([SLOT, SLOT + 1, SLOT + 1].map((slot) => [String(slot), true]));
  });

  test('fills_text prints who traded with which maker, and what both had of it', async () => {
    const rows = await ask(
      `SELECT slot, block_index, signature, dex_name, taker, taker_signed, market, maker, mint_in, mint_out, maker_in,
        maker_out, taker_in, taker_out, source_account, source_owner, destination_account, destination_owner, signer
      FROM fills_text ORDER BY block_index`,
    );
    const [bob, erin] = [address('bob'), address('erin')];
    expect(rows).toEqual([
      [
        ...[String(SLOT), 3, signatureOf(0, 3), 'Jupiter RFQ v2', bob, true, null, address('maker')],
        ...[address('A'), address('B'), String(LARGEST), '5', String(LARGEST), '5'],
        ...[address('bob.A'), bob, address('bob.B'), bob, bob],
      ],
      [
        ...[String(SLOT), 6, signatureOf(0, 6), 'Manifest', erin, true, address('book'), address('frank')],
        ...[address('A'), address('B'), '11', String(LARGEST), '11', String(LARGEST)],
        ...[null, erin, null, erin, erin],
      ],
    ]);
  });

  test('rebates_text prints what was paid back to a wallet', async () => {
    const rows = await ask(
      'SELECT slot, block_index, signature, wallet, dex_name, mint, amount FROM rebates_text',
    );
    expect(rows).toEqual([[String(SLOT), 4, signatureOf(0, 4), address('dave'), 'PumpSwap', SOL, '30']]);
  });

  test('unknown_swaps counts the calls of each unlisted program, and names its newest transaction', async () => {
    const rows = await ask(
      `SELECT program_id, first_byte, frames, inferred_frames, transactions, first_slot, last_slot,
        toString(toUnixTimestamp(last_block_time)), sample_signature
      FROM unknown_swaps`,
    );
    const [first, last] = BLOCKS.map(({ slot, blockTime }) => ({
      slot: String(slot),
      time: String(blockTime),
    }));
    expect(rows).toEqual([
      [address('new dex'), 0x2a, '3', '3', '2', first!.slot, last!.slot, last!.time, signatureOf(1, 0)],
      [address('other dex'), null, '1', '0', '1', first!.slot, first!.slot, first!.time, signatureOf(0, 5)],
    ]);
  });
});
