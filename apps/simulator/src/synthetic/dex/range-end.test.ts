import { expect, test } from 'vitest';
import { ChainGenerator } from '../chain-generator.js';
import type { Curve } from './curve.js';

/** A pool whose price is at the end of its range on one side takes no orders that would move it further. */
function refusing(curve: Curve, isBuy: boolean): Curve {
  const { baseReserve, quoteReserve } = curve;
  return {
    baseReserve,
    quoteReserve,
    exactIn: (isBuyOrder, amountIn) => {
      if (isBuyOrder === isBuy) return null;
      const filled = curve.exactIn(isBuyOrder, amountIn);
      return filled === null ? null : { ...filled, next: refusing(filled.next, isBuy) };
    },
  };
}

test.each([
  ['buys', true],
  ['sells', false],
])('the chain goes on when no Whirlpool takes %s', (_, isBuy) => {
  const generator = new ChainGenerator({
    seed: 'range end',
    transactionsPerSlot: 60,
    voteShare: 0,
    dexShare: 1,
    sandwichesPerSlot: 1,
  });
  const whirlpools = generator.market!.pools.filter(({ dex }) => dex.name === 'orca_whirlpool');
  expect(whirlpools.length).toBeGreaterThan(0);
  for (const pool of whirlpools) pool.curve = refusing(pool.curve, isBuy);
  let kinds = 0;
  for (let slot = 0; slot < 60; slot += 1)
    for (const { plan } of generator.next().generated?.transactions ?? [])
      if (plan.kind === 'dex_arbitrage') kinds += 1;
  expect(kinds).toBeGreaterThan(0);
});
