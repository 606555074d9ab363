import type { Block } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches, victimsAtWindow } from '@tickscope/sandwich';
import { ChainOfTrades, signatureAt } from '@tickscope/testkit/chain-of-trades';
import { Random } from '@tickscope/testkit/random';
import { signature } from '@tickscope/testkit/store/chain-rows';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { askCheck } from '../testing/ask-checks.js';
import { openTestDatabase } from '../testing/test-database.js';

const FIRST = 5_000;
const LAST = 8_200;
const PAID = 100_000_000n;

/**
 * Two attackers in six pools with ten other traders: sandwiches in one slot, which make them known bots, and
 * round trips of up to 1,900 slots around others' trades, some of which share legs, overlap or nest.
 */
function makeChain(): Block[] {
  const random = new Random(7);
  const chain = new ChainOfTrades();
  const pools = Array.from({ length: 6 }, (_, at) => new TradingPool(`pool ${at}`));
  interface Step {
    slot: number;
    play(): void;
  }
  const steps: Step[] = [];
  for (const [at, attacker] of ['mallory', 'mordred'].entries())
    for (let round = 0; round < 8; round += 1) {
      const pool = pools[(round + at) % pools.length]!;
      const slot = FIRST + round * 3 + at;
      steps.push({
        slot,
        play() {
          const front = pool.swap(attacker, 'A', PAID);
          chain.add(slot, front, pool.swapToLimit(`victim ${round}`, 'A', 2n * PAID));
          chain.add(slot, pool.swap(attacker, 'B', got(front)));
        },
      });
    }
  for (let trip = 0; trip < 40; trip += 1) {
    const pool = pools[random.below(pools.length)]!;
    const attacker = random.chance(1, 2) ? 'mallory' : 'mordred';
    const from = FIRST + 60 + random.below(1_200);
    const to = from + 1 + random.below(random.chance(1, 3) ? 1_900 : 120);
    let bought = 0n;
    steps.push({
      slot: from,
      play() {
        const front = pool.swap(attacker, 'A', PAID + BigInt(random.below(1_000_000)));
        bought = got(front);
        // Someone whose limit the frontrun uses up: otherwise so long a round trip does not count.
        chain.add(from, front, pool.swapToLimit(`pushed ${trip}`, 'A', 2n * PAID));
      },
    });
    steps.push({ slot: to, play: () => chain.add(to, pool.swap(attacker, 'B', bought)) });
  }
  for (let trade = 0; trade < 220; trade += 1) {
    const pool = pools[random.below(pools.length)]!;
    const slot = FIRST + 60 + random.below(LAST - FIRST - 70);
    const trader = `trader ${random.below(10)}`;
    const from = random.chance(2, 3) ? 'A' : 'B';
    const paid = (from === 'A' ? PAID : 4n * PAID) + BigInt(random.below(900_000_000));
    steps.push({ slot, play: () => chain.add(slot, pool.swap(trader, from, paid)) });
  }
  for (const step of steps.sort((left, right) => left.slot - right.slot)) step.play();
  chain.add(LAST, pools[0]!.swap('trader 0', 'A', 1_000n));
  return chain.blocks();
}

const blocks = makeChain();
const trades = blocks.map(extractBlockTrades);

/** Every incident of each victim at a window, by the detector over the whole chain. */
function expected(window: number): string[] {
  return detectSandwiches(trades, { window })
    .filter(({ confidence }) => confidence !== 'suspected')
    .flatMap((sandwich) =>
      victimsAtWindow(sandwich, window).flatMap(({ swap: victim }) => {
        const leg = (type: string) => (swap: { slot: number; blockIndex: number }) =>
          [
            signatureAt(blocks, victim.slot, victim.blockIndex),
            sandwich.id,
            sandwich.basis,
            type,
            signatureAt(blocks, swap.slot, swap.blockIndex),
            (swap.slot - victim.slot) * 64,
          ].join(' ');
        return [
          ...sandwich.fronts.map(leg('sandwich_frontrun')),
          ...sandwich.backs.map(leg('sandwich_backrun')),
        ];
      }),
    )
    .sort();
}

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await storeDetected(await store.fresh(), blocks);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

const check = (signatures: readonly string[], window: number) => askCheck(database, signatures, window);

const successful = trades.flatMap(({ swaps }) =>
  swaps.map(({ slot, blockIndex }) => signatureAt(blocks, slot, blockIndex)),
);

describe('every incident of every transaction matches a run of the detector over the whole chain', () => {
  test.each([0, 10, 11, 1_000])('at ±%i slots', async (window) => {
    const found: string[] = [];
    for (let at = 0; at < successful.length; at += 50) {
      const asked = successful.slice(at, at + 50);
      const { results, summary } = await check(asked, window);
      expect(results.map((result) => result.signature)).toEqual(asked);
      for (const { signature: victim, incidents } of results)
        for (const { attacker_signature, interaction_type, poh_tick_offset, sandwich } of incidents)
          found.push(
            [victim, sandwich.id, sandwich.basis, interaction_type, attacker_signature, poh_tick_offset].join(
              ' ',
            ),
          );
      expect(summary).toEqual({
        total_checked: asked.length,
        total_found: asked.length,
        total_sandwich_attacks: results.filter(({ incidents }) => incidents.length > 0).length,
        slot_range_used: window,
        // No pool of this chain trades SOL.
        total_loss_sol: '0',
        loss_unknown_count: results
          .map(({ incidents }) => new Set(incidents.map(({ sandwich }) => sandwich.id)).size)
          .reduce((sum, count) => sum + count, 0),
      });
    }
    expect(found.sort()).toEqual(expected(window));
  });

  test('and there are long ones among them', () => {
    const slotRangesOf = (window: number) => new Set(expected(window).map((line) => line.split(' ')[1])).size;
    expect(slotRangesOf(1_000)).toBeGreaterThan(slotRangesOf(40));
    expect(slotRangesOf(40)).toBeGreaterThan(slotRangesOf(11));
  });
});

describe('a check', () => {
  test('of 50 signatures marks the unknown ones, in the order of the request', async () => {
    const unknown = Array.from({ length: 25 }, (_, at) => signature(`unknown ${at}`).base58);
    const asked = unknown.flatMap((it, at) => [it, successful[at]!]);
    const { results, summary } = await check(asked, 11);
    expect(results.map(({ signature: it, found }) => [it, found])).toEqual(
      asked.map((it, at) => [it, at % 2 === 1]),
    );
    expect(summary).toMatchObject({ total_checked: 50, total_found: 25 });
  });

  test('lists the missing slots of its range after the newest block', async () => {
    const { results } = await check([signatureAt(blocks, LAST, 0)], 11);
    // All earlier slots are stored or skipped.
    expect(results[0]!.coverage).toEqual({
      missing_slots: Array.from({ length: 11 }, (_, at) => LAST + 1 + at),
      incomplete_slots: [],
      undetected_slots: [],
      links_unknown_slots: expect.any(Array),
    });
  });
});
