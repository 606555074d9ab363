import type { PlanContext, Scenario, ScheduledTransaction } from '../../kinds/kind.js';
import type { PlannedSwap, Pool } from '../../plan.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { newBot } from '../sandwich/bot.js';
import { swapDirectly } from '../trade.js';

/** Probability that a ring trades, per block. */
const RATE = 0.04;

/**
 * Wallets of one owner that fake activity in a pool: each buys and soon sells the same amount, at one compute-unit
 * price. The trades between one wallet's legs are legs of the others.
 */
export function washRings(market: Market): Scenario {
  return {
    name: 'wash_rings',
    schedule(context) {
      const { random, slot } = context;
      if (!random.chance(RATE)) return [];
      const pool = market.busyPool(random);
      if (pool.reservedUntilSlot > slot) return [];
      pool.reservedUntilSlot = slot + 1;
      return roundOf(market, context, pool);
    },
  };
}

function roundOf(market: Market, context: PlanContext, pool: Pool): ScheduledTransaction[] {
  const { random } = context;
  const computeUnitPrice = random.between(1_000, 90_000);
  const wallets = Array.from({ length: random.between(3, 12) }, () => newBot({ market, context }).wallet);
  const position = 0.05 + 0.8 * random.unit();
  const amountIn = pool.curve.quoteReserve / BigInt(random.between(300, 3_000));
  const bought = new Map<number, PlannedSwap>();
  const trade = (index: number, isBuy: boolean): ScheduledTransaction => ({
    position,
    plan(now) {
      const wallet = wallets[index]!;
      const plan = swapPlan('dex_wash', wallet, now);
      // One version for all: a v1 transaction states a total fee, which implies a different price.
      plan.version = 0;
      plan.computeUnitPrice = computeUnitPrice;
      plan.computeUnitLimit = 120_000;
      const amount = isBuy ? amountIn : (bought.get(index)?.fill.traderOut ?? 0n);
      const order = { pool, isBuy, amountIn: amount };
      if (amount > 0n && pool.curve.exactIn(isBuy, amount) !== null) {
        const swap = swapDirectly(plan, order, market.partyOf(wallet, pool), now);
        if (isBuy) bought.set(index, swap);
      }
      return finishPlan(plan);
    },
  });
  return [
    ...wallets.map((_, index) => trade(index, true)),
    ...wallets.map((_, index) => trade(index, false)),
  ];
}
