import type { TransactionKind } from '../../kinds/kind.js';
import type { Pool } from '../../plan.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { type Bot, newBot } from '../sandwich/bot.js';
import { swapDirectly } from '../trade.js';

const MAKERS = 5;
const POOLS_EACH = 3;

interface Maker {
  bot: Bot;
  pools: Pool[];
  /** Its last trade in each pool. */
  last: Map<Pool, { isBuy: boolean; worth: bigint }>;
}

/** Wallets that alternately buy and sell in a few pools, never the same amount twice. */
export function marketMakerKind(market: Market): TransactionKind {
  const makers: Maker[] = [];
  return {
    name: 'dex_market_maker',
    weight: 7,
    plan(context) {
      const { random } = context;
      if (makers.length < MAKERS) {
        const bot = newBot({ market, context });
        const pools = Array.from({ length: POOLS_EACH }, () => market.busyPool(random));
        for (const { baseMint, curve } of pools)
          market.fundedAccountOf(bot.wallet, baseMint, curve.baseReserve / 3n);
        makers.push({ bot, pools, last: new Map() });
      }
      const { bot, pools, last } = random.pick(makers);
      const pool = random.pick(pools);
      const before = last.get(pool);
      const most = pool.curve.quoteReserve / 60n;
      let worth = most / BigInt(random.between(2, 60));
      // Differs enough from the last amount that the two do not look like a round trip.
      if (before !== undefined && worth * 10n > before.worth * 7n && worth * 7n < before.worth * 10n)
        worth = (before.worth * BigInt(random.between(25, 60))) / 100n;
      const isBuy = before === undefined ? random.chance(0.5) : !before.isBuy;
      const tokens = (worth * pool.curve.baseReserve) / pool.curve.quoteReserve;
      const held = market.tokenAccountOf(bot.wallet, pool.baseMint).token!.amount;
      const order =
        isBuy || tokens > held || pool.curve.exactIn(false, tokens) === null
          ? { pool, isBuy: true, amountIn: worth }
          : { pool, isBuy: false, amountIn: tokens };
      last.set(pool, { isBuy: order.isBuy, worth });
      const plan = swapPlan('dex_market_maker', bot.wallet, context);
      const quoteAccount = pool.isNative ? null : market.tokenAccountOf(bot.wallet, pool.quoteMint).token!;
      const money =
        quoteAccount === null ? BigInt(bot.wallet.lamports) - 1_000_000_000n : quoteAccount.amount;
      const canPay = !order.isBuy || money > order.amountIn;
      if (canPay && pool.curve.exactIn(order.isBuy, order.amountIn) !== null)
        swapDirectly(plan, order, market.partyOf(bot.wallet, pool), context);
      return finishPlan(plan);
    },
  };
}
