import { ChainOfTrades, signatureAt } from '@tickscope/testkit/chain-of-trades';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database.js';
import { askCheck } from '../../testing/ask-checks.js';
import { openTestDatabase } from '../../testing/test-database.js';

const FIRST = 5_000;
const PAID = 100_000_000n;
const FRONT = FIRST + 100;
const VICTIM = FRONT + 30;
const BACK = FRONT + 60;

/**
 * Five sandwiches in three pools, which make mallory a known bot, then one of 60 slots around trades of bob, whose limit
 * was used up, and of alice.
 */
function makeBlocks() {
  const chain = new ChainOfTrades();
  const pools = Array.from({ length: 3 }, (_, at) => new TradingPool(`pool ${at}`));
  for (let round = 0; round < 5; round += 1) {
    const pool = pools[round % 3]!;
    const front = pool.swap('mallory', 'A', PAID);
    chain.add(FIRST + round, front, pool.swapToLimit(`victim ${round}`, 'A', 2n * PAID));
    chain.add(FIRST + round, pool.swap('mallory', 'B', got(front)));
  }
  const pool = pools[0]!;
  const front = pool.swap('mallory', 'A', PAID);
  const abort = (trader: string, at = 'pool 0') => ({ does: 'abort', trader, pool: at }) as const;
  chain.add(FRONT, front, pool.swapToLimit('bob', 'A', 2n * PAID));
  chain.add(VICTIM - 11, abort('mallory'));
  chain.add(VICTIM - 10, abort('mallory'));
  chain.add(VICTIM - 5, { does: 'attempt', trader: 'mallory', pool: 'pool 0' });
  chain.add(VICTIM - 4, abort('stranger'), abort('mallory', 'pool 1'));
  chain.add(VICTIM, abort('mallory'), pool.swap('alice', 'A', 2n * PAID), abort('mallory'));
  chain.add(VICTIM + 10, abort('mallory'));
  chain.add(VICTIM + 11, abort('mallory'));
  chain.add(BACK, pool.swap('mallory', 'B', got(front)));
  chain.add(BACK + 30, pool.swap('trader', 'A', 1_000n));
  return chain.blocks();
}

const blocks = makeBlocks();

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  await storeDetected(await store.fresh(), blocks);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

test('a sandwich too long to be stored has the attempts that no decoder can read, 10 slots around its victims, once each', async () => {
  const { results } = await askCheck(database, [signatureAt(blocks, VICTIM, 1)], 100);
  expect(results).toHaveLength(1);
  const { incidents, sandwich_detected } = results[0]!;
  expect(sandwich_detected).toBe(true);
  expect(new Set(incidents.map(({ attacker_signer }) => attacker_signer))).toEqual(
    new Set([address('mallory')]),
  );
  const reported = incidents.map((it) => [it.slot, it.interaction_type, it.success, it.attacker_signature]);
  const front = 'sandwich_frontrun';
  const back = 'sandwich_backrun';
  expect(reported).toEqual([
    [FRONT, front, true, signatureAt(blocks, FRONT, 0)],
    [VICTIM - 10, front, false, signatureAt(blocks, VICTIM - 10, 0)],
    [VICTIM - 5, front, false, signatureAt(blocks, VICTIM - 5, 0)],
    [VICTIM, front, false, signatureAt(blocks, VICTIM, 0)],
    [VICTIM, back, false, signatureAt(blocks, VICTIM, 2)],
    [VICTIM + 10, back, false, signatureAt(blocks, VICTIM + 10, 0)],
    [BACK, back, true, signatureAt(blocks, BACK, 0)],
  ]);
  // All transactions of a block come before its own ticks.
  for (const { slot, poh_tick } of incidents) expect(poh_tick).toBe(String(slot * 64));
});
