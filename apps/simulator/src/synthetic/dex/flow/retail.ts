import type { Account } from '../../account.js';
import type { PlanContext, TransactionKind } from '../../kinds/kind.js';
import type { PlannedSwap, Pool, TransactionPlan } from '../../plan.js';
import type { RouteTerms } from '../aggregator.js';
import { failing, finishPlan, swapPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { drawSlippage } from '../slippage.js';
import { isRoute, swapBy, type Way } from '../swap-by.js';
import { quote, wrapSol } from '../trade.js';
import type { Holders, Holding } from './holders.js';

/** Jupiter's own error when a route yields too little (`SlippageToleranceExceeded`). */
export const ROUTE_SLIPPAGE = 6001;
/** Retail users who trade directly or through an aggregator; some hold their tokens and sell them all later. */
export function retailKind(market: Market, holders: Holders): TransactionKind {
  return {
    name: 'dex_retail',
    weight: 70,
    plan(context) {
      const { random } = context;
      const pool = random.chance(0.03) ? random.pick(market.transferFeePools) : market.busyPool(random);
      const drawn = random.pick(context.world.wallets);
      // A wallet that is nearly empty no longer trades and is replaced by a new one.
      const wallet = drawn.lamports > 500_000_000 ? drawn : market.newWallet(random.spread(34, 38));
      const wanted = tradeSize(pool, context);
      const isBuy = random.chance(0.5) && wallet.lamports > Number(wanted) + 2_000_000_000;
      const fails = random.chance(context.options.failureShare);
      const way = wayOf(pool, context, fails);
      const plan = isBuy
        ? buy(market, context, pool, wallet, wanted, way, fails)
        : sell(market, context, pool, wallet, wanted, way, fails);
      const bought = plan.swaps?.at(-1);
      if (bought?.fill.isBuy === true && random.chance(0.25))
        holders.hold(holdingOf(market, bought, plan.payer), context);
      return plan;
    },
  };
}

/** Size in the quote token: mostly small, at most a fortieth of the pool. */
export function tradeSize(pool: Pool, { random }: PlanContext): bigint {
  const most = pool.curve.quoteReserve / 40n;
  const drawn = BigInt(random.spread(25, 33));
  return drawn < most ? drawn : most / BigInt(random.between(1, 5));
}

export function wayOf(pool: Pool, { random }: PlanContext, fails: boolean): Way {
  const draw = random.unit();
  if (pool.baseMint.transferFee !== undefined) return 'direct';
  if (pool.isNative) return draw < 0.8 ? 'direct' : 'own';
  if (draw < 0.25 && !fails) return 'temporary';
  return draw < 0.6 ? 'direct' : draw < 0.9 ? 'shared' : 'own';
}

function buy(
  market: Market,
  context: PlanContext,
  pool: Pool,
  wallet: Account,
  amountIn: bigint,
  way: Way,
  fails: boolean,
): TransactionPlan {
  if (quote({ pool, isBuy: true, amountIn }) === null)
    return sell(market, context, pool, wallet, amountIn, way, fails);
  const plan = swapPlan('dex_retail', wallet, context, isRoute(way));
  if (way !== 'temporary') payWith(plan, market, context, pool, wallet, amountIn);
  return trade(plan, market, context, { pool, isBuy: true, wallet, amountIn, way }, fails);
}

function sell(
  market: Market,
  context: PlanContext,
  pool: Pool,
  wallet: Account,
  worth: bigint,
  way: Way,
  fails: boolean,
): TransactionPlan {
  const { random } = context;
  const tokens = (worth * pool.curve.baseReserve) / pool.curve.quoteReserve;
  let seller = wallet;
  let held = market.fundedAccountOf(seller, pool.baseMint, tokens * BigInt(random.between(2, 9)));
  if (held.token!.amount < tokens) {
    seller = market.newWallet(random.spread(34, 38));
    held = market.fundedAccountOf(seller, pool.baseMint, tokens * 3n);
  }
  const plan = swapPlan('dex_retail', seller, context, isRoute(way));
  const amountIn = quote({ pool, isBuy: false, amountIn: tokens }) === null ? null : tokens;
  // If a curve at its start cannot pay out, or the range of liquidity ends, buys instead.
  if (amountIn === null) {
    const least = pool.curve.quoteReserve / 1_000n;
    if (way !== 'temporary') payWith(plan, market, context, pool, seller, least);
    return trade(plan, market, context, { pool, isBuy: true, wallet: seller, amountIn: least, way }, fails);
  }
  return trade(plan, market, context, { pool, isBuy: false, wallet: seller, amountIn, way }, fails);
}

/** The buyer's tokens are in the buyer's own account, regardless of who made the swap. */
export function holdingOf(market: Market, { pool, fill }: PlannedSwap, wallet: Account): Holding {
  return { wallet, pool, account: market.tokenAccountOf(wallet, pool.baseMint), amount: fill.traderOut };
}

export interface RetailTrade {
  pool: Pool;
  isBuy: boolean;
  wallet: Account;
  amountIn: bigint;
  way: Way;
  /** Promised output, and the least it takes; by default a tolerance off the present quote. */
  terms?: { quoted: bigint; least: bigint };
}

/** Wraps the amount that the wallet lacks in wrapped SOL. */
export function payWith(
  plan: TransactionPlan,
  market: Market,
  context: PlanContext,
  pool: Pool,
  wallet: Account,
  amountIn: bigint,
): void {
  if (pool.isNative || pool.quoteMint !== market.wrappedSol) return;
  const account = market.tokenAccountOf(wallet, market.wrappedSol);
  if (account.token!.amount < amountIn) wrapSol(plan, wallet, account, amountIn, context);
}

export function trade(
  plan: TransactionPlan,
  market: Market,
  context: PlanContext,
  { pool, isBuy, wallet, amountIn, way, terms }: RetailTrade,
  fails: boolean,
): TransactionPlan {
  const { random } = context;
  const build = (): void => {
    const order = { pool, isBuy, amountIn };
    if (isRoute(way)) {
      swapBy(way, plan, market, order, wallet, context, { terms: terms && routeTermsOf(terms) });
      return;
    }
    const expected = quote(order)!.fill.traderOut;
    const minOut = terms?.least ?? (expected * (10_000n - drawSlippage(random))) / 10_000n;
    const isExactOut = isBuy && random.chance(0.4);
    swapBy(way, plan, market, { ...order, minOut, isExactOut }, wallet, context);
  };
  if (!fails) build();
  else if (way === 'direct')
    failing(plan, [pool], 'at_swap', pool.dex.slippageErrorCode(isBuy), context, build);
  else {
    const point = random.chance(0.6) ? 'after_swap' : random.chance(0.5) ? 'at_swap' : 'before_swap';
    const code = point === 'at_swap' ? pool.dex.slippageErrorCode(isBuy) : ROUTE_SLIPPAGE;
    failing(plan, [pool], point, code, context, build);
  }
  return finishPlan(plan);
}

/** A limit as a tolerance of its quote, rounded up: never above the limit. */
export function routeTermsOf({ quoted, least }: { quoted: bigint; least: bigint }): RouteTerms {
  return { quoted, slippage: Number(((quoted - least) * 10_000n + quoted - 1n) / quoted) };
}
