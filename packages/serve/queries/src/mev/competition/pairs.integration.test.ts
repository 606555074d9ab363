import { assembleBlock, type Block } from '@tickscope/chain';
import { ChainOfTrades, signatureAt } from '@tickscope/testkit/chain-of-trades';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address, type Trade } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database.js';
import { askCompetition, askProfile } from '../../testing/ask-wallets.js';
import { openTestDatabase } from '../../testing/test-database.js';

const PAID = 100_000_000n;
/** Two transactions that meet in two pools, without a sandwich. */
const MEETING = 1_000;
/** The same, with a sandwich in one of the pools. */
const SANDWICH = 1_050;
/** A sandwich with the frontrun by one wallet and, `TICKS` later, the backrun by another. */
const LINKED = 1_100;
const TICKS = 16;

const pools = { p: new TradingPool('p'), q: new TradingPool('q') };
/** One transaction that swaps in both pools. */
function both(trader: string, paid: bigint): Trade {
  const swaps = Object.values(pools).map((pool) => ({
    ...{ paid, pool: pool.name },
    got: got(pool.swap(trader, 'A', paid)),
  }));
  return { does: 'swaps', trader, swaps };
}

const chain = new ChainOfTrades();
for (let slot = MEETING - 1; slot <= LINKED + 30; slot += 1) chain.add(slot);
chain.add(MEETING, both('bob', PAID), both('alice', 3n * PAID));
const front = both('bob', PAID);
chain.add(
  SANDWICH,
  front,
  both('alice', 3n * PAID),
  pools.p.swap('bob', 'B', front.does === 'swaps' ? front.swaps[0]!.got : 0n),
);
const linkedFront = pools.p.swap('mallory', 'A', PAID);
chain.add(
  LINKED,
  linkedFront,
  pools.p.swap('alice', 'A', 3n * PAID),
  { does: 'transfer', from: 'mallory', to: 'muriel', amount: got(linkedFront) },
  pools.p.swap('muriel', 'B', got(linkedFront)),
);
const blocks = chain.blocks().map((block) => (block.slot === LINKED ? withTicksBefore(block, 2) : block));
const signature = (slot: number, index: number) => signatureAt(blocks, slot, index);

/** The same block, but with ticks before one of its transactions. */
function withTicksBefore(block: Block, index: number): Block {
  const { slot, blockTime, blockHeight, transactions } = block;
  const tick = (at: number) => ({
    numHashes: 10,
    hash: new Uint8Array(32).fill(at + 1),
    transactionCount: 0,
  });
  const ticks = Array.from({ length: 64 }, (_, at) => tick(at));
  const entryOf = (count: number) => ({ numHashes: 10, hash: tick(100).hash, transactionCount: count });
  return assembleBlock({
    ...{ slot, parentSlot: slot - 1, blockTime, blockHeight, transactions },
    ...{ blockhash: ticks.at(-1)!.hash, parentBlockhash: null, leader: null, source: 'generated' },
    entries: [
      entryOf(index),
      ...ticks.slice(0, TICKS),
      entryOf(transactions.length - index),
      ...ticks.slice(TICKS),
    ],
    ...{ promisedTransactions: transactions.length, promisedEntries: null },
  });
}

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await storeDetected(await store.fresh(), blocks);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

test('two transactions that meet in two pools are one interaction, listed with each of the pools', async () => {
  const answer = await askCompetition(database, { a: 'alice', b: 'bob' });
  expect(
    answer.incidents
      .map((it) => [it.slot_a, it.pool_address, it.interaction_type, it.signature_b, it.success])
      .sort(),
  ).toEqual(
    [
      [MEETING, address('p'), 'frontrun', signature(MEETING, 0), true],
      [MEETING, address('q'), 'frontrun', signature(MEETING, 0), true],
      [SANDWICH, address('p'), 'sandwich_frontrun', signature(SANDWICH, 0), true],
      [SANDWICH, address('q'), 'frontrun', signature(SANDWICH, 0), true],
      [SANDWICH, address('p'), 'sandwich_backrun', signature(SANDWICH, 2), true],
    ].sort(),
  );
  expect(answer).toMatchObject({
    summary: {
      // The meeting once, plus the sandwich's frontrun and backrun.
      total_interactions: 3,
      frontruns: 1,
      backruns: 0,
      sandwiches: 1,
      shared_pools: 2,
    },
    by_dex: [{ dex_name: 'Raydium CPMM', count: 2 }],
    incidentCount: 5,
  });
  expect(new Map(answer.by_pool.map(({ pool_address, count }) => [pool_address, count]))).toEqual(
    new Map([
      [address('p'), 2],
      [address('q'), 2],
    ]),
  );
});

/** The legs that both operations must report, whichever wallet of the pair is requested. */
const LEGS = [
  ['sandwich_frontrun', '0', 'mallory', () => signature(LINKED, 0)],
  ['sandwich_backrun', String(TICKS), 'muriel', () => signature(LINKED, 3)],
] as const;
const TIMING = { avg_poh_tick_offset: TICKS / 2, min_poh_tick_offset: 0, max_poh_tick_offset: TICKS };

test.each(['mallory', 'muriel'])(
  'a sandwich of a linked pair has both legs, asked for %s',
  async (wallet) => {
    const profile = await askProfile(database, { attacker: wallet, victim: 'alice' });
    expect(profile).toMatchObject({
      summary: { total_sandwiches: 1, total_incidents: 2 },
      timing: TIMING,
      trades: [
        {
          signature: signature(LINKED, 1),
          incidents: LEGS.map(([interaction_type, poh_tick_offset, trader, signatureOf]) => ({
            ...{ interaction_type, poh_tick_offset, attacker_signature: signatureOf() },
            linked_wallet: trader === wallet ? null : address(trader),
          })),
        },
      ],
      linked_wallets: [address(wallet === 'mallory' ? 'muriel' : 'mallory')],
    });

    const competition = await askCompetition(database, { a: 'alice', b: wallet });
    expect(competition).toMatchObject({
      summary: { total_interactions: 2, frontruns: 0, backruns: 0, sandwiches: 1 },
      timing: TIMING,
      incidents: LEGS.map(([interaction_type, poh_tick_offset, trader, signatureOf]) => ({
        ...{ signature_a: signature(LINKED, 1), signature_b: signatureOf() },
        ...{ interaction_type, poh_tick_offset, trader_b: address(trader) },
      })),
      incidentCount: 2,
    });
  },
);
