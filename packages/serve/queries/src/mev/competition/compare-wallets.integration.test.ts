import { type Block, toBase58 } from '@tickscope/chain';
import { extractBlockTrades, type Swap } from '@tickscope/dex';
import { DAY_SLOTS, makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import { expectedIncidents, isBefore } from '@tickscope/testkit/expected-sandwiches';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database.js';
import { askCompetition } from '../../testing/ask-wallets.js';
import { openTestDatabase } from '../../testing/test-database.js';

const blocks = makeBusyChain();
const trades = blocks.map(extractBlockTrades);

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await storeDetected(await store.fresh(), blocks);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

const compare = (
  a: string,
  b: string,
  more: { days: number; window: number; limit: number; page?: number },
) => askCompetition(database, { a, b, ...more });

interface Place {
  slot: number;
  blockIndex: number;
}

const signatureOf = ({ slot, blockIndex }: Place): string =>
  toBase58(blocks.find((block: Block) => block.slot === slot)!.transactions[blockIndex]!.signatures[0]!);

/** Every incident, found by comparing every pair of swaps; keyed by A's transaction, B's, the pool and the side. */
function expectedOf(a: string, b: string, days: number, window: number) {
  const from = NEWEST - days * DAY_SLOTS;
  const all = trades.flatMap(({ swaps }) => swaps);
  const ofA = all.filter((it) => it.trader === address(a) && it.slot >= from);
  const ofB = all.filter((it) => it.trader === address(b));
  const found = new Map<
    string,
    {
      a: Place;
      b: Place;
      pool: string;
      isFront: boolean;
      success: boolean;
      sandwich: string | null;
      trader: string;
    }
  >();
  const add = (
    one: Place,
    other: Place,
    pool: string,
    isFront: boolean,
    success: boolean,
    sandwich: string | null,
    trader: string,
  ) => {
    const key = [signatureOf(one), signatureOf(other), pool, isFront].join(' ');
    const known = found.get(key);
    found.set(key, {
      ...{ a: one, b: other, pool, isFront, success, trader },
      sandwich: sandwich ?? known?.sandwich ?? null,
    });
  };
  for (const swap of ofA) {
    const inPool = ofB.filter((it) => it.pool === swap.pool);
    const before = inPool.filter((it) => it.mintIn === swap.mintIn && isBefore(it, swap)).at(-1);
    const after = inPool.find((it) => it.mintIn === swap.mintOut && isBefore(swap, it));
    const isNear = (it: Swap | undefined): it is Swap =>
      it !== undefined && Math.abs(it.slot - swap.slot) <= window;
    if (isNear(before)) add(swap, before, swap.pool, true, true, null, address(b));
    if (isNear(after)) add(swap, after, swap.pool, false, true, null, address(b));
  }
  const around = expectedIncidents(blocks, window).filter(
    ({ victim }) => victim.trader === address(a) && victim.slot >= from,
  );
  const isOwn = ({ attacker }: { attacker: string }) => attacker === address(b);
  // For a sandwich with a leg of B, the legs of its partners are included.
  const made = around.filter((it) => isOwn(it) && it.success).map(({ sandwich }) => sandwich.id);
  for (const it of around)
    if (isOwn(it) || made.includes(it.sandwich.id))
      add(it.victim, it, it.sandwich.pool, it.isFront, it.success, it.sandwich.id, it.attacker);
  return [...found.values()].sort(
    (x, y) =>
      x.a.slot - y.a.slot ||
      x.a.blockIndex - y.a.blockIndex ||
      x.b.slot - y.b.slot ||
      x.b.blockIndex - y.b.blockIndex,
  );
}

function tradesOf(wallet: string, days: number): { all: number; successful: number; pools: Set<string> } {
  const all = new Set<string>();
  const successful = new Set<string>();
  const pools = new Set<string>();
  for (const { slot, swaps, attempts } of trades) {
    if (slot < NEWEST - days * DAY_SLOTS) continue;
    for (const it of [...swaps, ...attempts]) {
      if (it.trader !== address(wallet)) continue;
      all.add(signatureOf(it));
      pools.add(it.pool);
      if (swaps.some(({ blockIndex }) => blockIndex === it.blockIndex)) successful.add(signatureOf(it));
    }
  }
  return { all: all.size, successful: successful.size, pools };
}

describe('every incident and every sum matches a comparison of all pairs of swaps', () => {
  test.each([
    ['alice', 'mallory', 7, 4],
    ['alice', 'mallory', 1, 1],
    ['alice', 'muriel', 7, 4],
    ['alice', 'mallory', 4, 11],
    ['alice', 'trader 2', 30, 1_000],
    ['bob', 'mallory', 7, 10],
    ['mallory', 'alice', 7, 2],
    ['alice', 'stranger', 7, 4],
  ])('%s against %s, %i days, ±%i slots', async (a, b, days, window) => {
    const expected = expectedOf(a, b, days, window);
    const [whole, ofB] = [tradesOf(a, days), tradesOf(b, days)];
    const answer = await compare(a, b, { days, window, limit: 500 });
    const typeOf = (it: { isFront: boolean; sandwich: string | null }): string =>
      `${it.sandwich === null ? '' : 'sandwich_'}${it.isFront ? 'frontrun' : 'backrun'}`;
    expect(
      answer.incidents.map(({ pool_label, ...incident }) => {
        expect(pool_label).toMatch(/ \(Raydium CPMM\)$/);
        return incident;
      }),
    ).toEqual(
      expected.slice(0, 500).map((it) => ({
        signature_a: signatureOf(it.a),
        signature_b: signatureOf(it.b),
        slot_a: it.a.slot,
        slot_b: it.b.slot,
        pool_address: it.pool,
        dex_name: 'Raydium CPMM',
        interaction_type: typeOf(it),
        poh_tick_offset: String((it.b.slot - it.a.slot) * 64),
        success: it.success,
        sandwich_id: it.sandwich,
        trader_b: it.trader,
      })),
    );
    const plain = expected.filter(({ sandwich }) => sandwich === null);
    const sandwiches = new Map(
      expected.filter((it) => it.sandwich !== null && it.success).map((it) => [it.sandwich, it]),
    );
    const affected = new Set(expected.filter(({ success }) => success).map((it) => signatureOf(it.a)));
    expect(answer.summary).toEqual({
      total_a_trades: whole.all,
      total_b_trades: ofB.all,
      shared_pools: [...whole.pools].filter((pool) => ofB.pools.has(pool)).length,
      total_interactions: expected.length,
      frontruns: plain.filter(({ isFront }) => isFront).length,
      backruns: plain.filter(({ isFront }) => !isFront).length,
      sandwiches: sandwiches.size,
      a_trades_affected_pct: whole.successful === 0 ? 0 : (100 * affected.size) / whole.successful,
    });
    const counts: Record<string, number> = {};
    for (const { pool } of [...plain, ...sandwiches.values()]) counts[pool] = (counts[pool] ?? 0) + 1;
    expect(Object.fromEntries(answer.by_pool.map((it) => [it.pool_address, it.count]))).toEqual(counts);
    const total = plain.length + sandwiches.size;
    expect(answer.by_dex).toEqual(total === 0 ? [] : [{ dex_name: 'Raydium CPMM', count: total }]);
    const offsets = expected.filter((it) => it.success).map((it) => (it.b.slot - it.a.slot) * 64);
    expect(answer.timing).toEqual(
      offsets.length === 0
        ? { avg_poh_tick_offset: null, min_poh_tick_offset: null, max_poh_tick_offset: null }
        : {
            avg_poh_tick_offset: expect.closeTo(
              offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length,
              6,
            ),
            min_poh_tick_offset: Math.min(...offsets),
            max_poh_tick_offset: Math.max(...offsets),
          },
    );
  });
});

test('pages are cut from the same list, and one past the end is empty', async () => {
  const scope = { days: 7, window: 4 };
  const { incidents: whole } = await compare('alice', 'mallory', { ...scope, limit: 500 });
  const size = Math.ceil(whole.length / 2);
  const pages = [];
  for (const page of [1, 2, 3])
    pages.push(await compare('alice', 'mallory', { ...scope, limit: size, page }));
  expect(pages.flatMap(({ incidents }) => incidents)).toEqual(whole);
  expect(pages.map(({ incidentCount }) => incidentCount)).toEqual(Array(3).fill(whole.length));
  expect(new Set(pages.map(({ summary }) => JSON.stringify(summary))).size).toBe(1);
});
