import { tip } from '../../kinds/common.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { Party, PlannedSwap, TransactionPlan } from '../../plan.js';
import { type FailurePoint, failing, finishPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { type Order, quote, swapDirectly, swapPrivately } from '../trade.js';
import { type Bot, botPlan } from './bot.js';
import { open, type Sandwich } from './sandwich.js';

/** Optional deviations of a leg. */
export interface LegWishes {
  /** Accounts other than the bot's own, such as another wallet's destination. */
  party?: Party;
  /** Lamports for one of Jito's tip accounts. */
  tipLamports?: number;
}

/** A leg with this input, once it can be filled. The first one of a sandwich starts its record. */
export function leg(
  side: 'front' | 'back',
  market: Market,
  sandwich: Sandwich,
  bot: Bot,
  amountIn: bigint,
  context: PlanContext,
  { party = market.partyOf(bot.wallet, sandwich.pool), tipLamports = 0 }: LegWishes = {},
): TransactionPlan {
  open(sandwich);
  const { pool, isBuy } = sandwich;
  const order = { pool, isBuy: (side === 'front') === isBuy, amountIn };
  const plan = botPlan(`sandwich_${side}`, bot, context);
  if (quote(order) === null) return plan;
  for (const swap of swapAs(plan, bot, order, party, context)) {
    swap.isLeg = true;
    (side === 'front' ? sandwich.fronts : sandwich.backs).push(swap);
  }
  if (!sandwich.attackers.includes(bot.wallet)) sandwich.attackers.push(bot.wallet);
  if (tipLamports > 0) tip(plan, context, tipLamports);
  return finishPlan(plan);
}

function swapAs(
  plan: TransactionPlan,
  bot: Bot,
  order: Order,
  party: Party,
  context: PlanContext,
): PlannedSwap[] {
  return bot.program === null
    ? [swapDirectly(plan, order, party, context)]
    : swapPrivately(plan, bot.program, [{ order, party }], context);
}

/** A failed leg: an attempt of the bot before or after it succeeded. */
export function failedLeg(
  market: Market,
  sandwich: Sandwich,
  bot: Bot,
  side: 'front' | 'back',
  amountIn: bigint,
  context: PlanContext,
): TransactionPlan {
  open(sandwich);
  const { pool, isBuy } = sandwich;
  const order: Order = { pool, isBuy: (side === 'front') === isBuy, amountIn };
  const plan = botPlan(`sandwich_failed_${side}`, bot, context);
  if (!sandwich.attackers.includes(bot.wallet)) sandwich.attackers.push(bot.wallet);
  sandwich.attempts.push({ plan, side });
  const point: FailurePoint =
    bot.program === null
      ? 'at_swap'
      : context.random.pick<FailurePoint>(['before_swap', 'at_swap', 'after_swap']);
  const code = point === 'at_swap' ? pool.dex.slippageErrorCode(order.isBuy) : 6_000;
  const party = market.partyOf(bot.wallet, pool);
  return finishPlan(
    failing(plan, [pool], point, code, context, () => {
      if (quote(order) !== null) swapAs(plan, bot, order, party, context);
    }),
  );
}

/** A share of the profit is tipped, as in bundles. */
export function tipOf(gross: bigint, { random }: PlanContext): number {
  return Math.max(10_000, Math.floor((Number(gross) * random.between(5, 45)) / 100));
}
