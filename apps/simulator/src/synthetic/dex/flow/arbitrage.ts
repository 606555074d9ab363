import { tip } from '../../kinds/common.js';
import type { PlanContext, TransactionKind } from '../../kinds/kind.js';
import type { Pool, TransactionPlan } from '../../plan.js';
import type { Random } from '../../random.js';
import { type FailurePoint, failing, finishPlan, swapPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { type Bot, newBot, newPrivateProgram } from '../sandwich/bot.js';
import { type PrivateProgram, quote, swapPrivately } from '../trade.js';

const BOTS = 6;
const LEAST_PROFIT = 150_000n;
/** Draws of pools until a tradable pair is found. */
const MOST_DRAWS = 200;

type Arbitrageur = Bot & { program: PrivateProgram };

/**
 * Bots that buy a token in one pool and sell it in another, in one transaction of their own program. Without a
 * profitable trade they still try, and fail.
 */
export function arbitrageKind(market: Market): TransactionKind {
  const bots: Arbitrageur[] = [];
  return {
    name: 'dex_arbitrage',
    weight: 10,
    plan(context) {
      const { random } = context;
      if (bots.length < BOTS)
        bots.push({ ...newBot({ market, context }), program: newPrivateProgram(context) });
      const index = random.below(bots.length);
      // Tips are paid in lamports, profits come in wrapped SOL, so a bot eventually runs out and is replaced.
      if (bots[index]!.wallet.lamports < 100_000_000_000)
        bots[index] = { ...newBot({ market, context }), program: newPrivateProgram(context) };
      const bot = bots[index]!;
      const trade = drawTrade(market, random);
      if (trade === null) return tipOnly(bot, context);
      const { cheap, dear, amountIn, profit } = trade;
      const plan = swapPlan('dex_arbitrage', bot.wallet, context, true);
      plan.computeUnitPrice = bot.computeUnitPrice;
      plan.computeUnitLimit = 260_000;
      const build = (): unknown => swapBoth(plan, market, bot, cheap, dear, amountIn, context);
      if (profit > LEAST_PROFIT) {
        build();
        if (random.chance(0.6)) tip(plan, context, Number((profit * BigInt(random.between(20, 60))) / 100n));
      } else {
        const point = random.pick<FailurePoint>(['before_swap', 'before_swap', 'after_swap']);
        failing(plan, [cheap, dear], point, 1, context, build);
      }
      return finishPlan(plan);
    },
  };
}

interface Trade {
  cheap: Pool;
  dear: Pool;
  amountIn: bigint;
  profit: bigint;
}

/** The best trade between two pools that can fill it; null if none was found. */
function drawTrade(market: Market, random: Random): Trade | null {
  for (let tries = 0; tries < MOST_DRAWS; tries += 1) {
    const pool = market.busyPool(random);
    const other = market.sameTokensPoolOf(pool);
    if (other === null) continue;
    const [cheap, dear] = isCheaper(pool, other) ? [pool, other] : [other, pool];
    const amountIn = bestAmount(cheap, dear);
    const profit = profitOf(cheap, dear, amountIn);
    if (profit !== null) return { cheap, dear, amountIn, profit };
  }
  return null;
}

/** The transaction of a bot that found nothing to trade. */
function tipOnly(bot: Arbitrageur, context: PlanContext): TransactionPlan {
  const plan = swapPlan('dex_arbitrage', bot.wallet, context, true);
  tip(plan, context, context.random.between(1_000, 20_000));
  return finishPlan(plan);
}

function swapBoth(
  plan: ReturnType<typeof swapPlan>,
  market: Market,
  bot: Arbitrageur,
  cheap: Pool,
  dear: Pool,
  amountIn: bigint,
  context: PlanContext,
): void {
  const bought = quote({ pool: cheap, isBuy: true, amountIn })!.fill.traderOut;
  swapPrivately(
    plan,
    bot.program,
    [
      { order: { pool: cheap, isBuy: true, amountIn }, party: market.partyOf(bot.wallet, cheap) },
      { order: { pool: dear, isBuy: false, amountIn: bought }, party: market.partyOf(bot.wallet, dear) },
    ],
    context,
  );
}

function isCheaper({ curve: left }: Pool, { curve: right }: Pool): boolean {
  return left.quoteReserve * right.baseReserve < right.quoteReserve * left.baseReserve;
}

/** Null if one of the pools is at the end of its range and cannot fill it. */
function profitOf(cheap: Pool, dear: Pool, amountIn: bigint): bigint | null {
  const bought = quote({ pool: cheap, isBuy: true, amountIn });
  const sold = bought && quote({ pool: dear, isBuy: false, amountIn: bought.fill.traderOut });
  return sold === null ? null : sold.fill.traderOut - bought!.fill.traderIn;
}

/** Ternary search: the profit has a single peak. */
function bestAmount(cheap: Pool, dear: Pool): bigint {
  let low = cheap.curve.quoteReserve / 100_000n;
  let high = cheap.curve.quoteReserve / 4n;
  for (let round = 0; round < 10; round += 1) {
    const third = (high - low) / 3n;
    const [less, more] = [low + third, high - third];
    if ((profitOf(cheap, dear, less) ?? -less) < (profitOf(cheap, dear, more) ?? -more)) low = less;
    else high = more;
  }
  return low;
}
