import type { Account } from '../../account.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { Pool, TransactionPlan } from '../../plan.js';
import { type Hop, quoteRoute, swapRoute } from '../aggregator.js';
import type { Curve } from '../curve.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import type { Holders } from '../flow/holders.js';
import { holdingOf, payWith, routeTermsOf, trade } from '../flow/retail.js';
import type { Market } from '../market.js';
import { isRoute, type Way } from '../swap-by.js';
import { cleanCurve, open, type Sandwich } from './sandwich.js';
import { bestFront, type PendingTrade } from './sizing.js';

/** A prospective victim: a trade with its limit. */
export interface Victim extends PendingTrade {
  wallet: Account;
  way: VictimWay;
  isBuy: boolean;
}

/** Victims worth a sandwich. */
export interface Find {
  victims: Victim[];
  /** The best front leg, and what it would earn in token a. */
  front: bigint;
  gross: bigint;
}

export interface VictimWishes {
  count?: number;
  isBuy?: boolean;
  way?: VictimWay;
}

/** `route`: pays in dollars, over two or three pools including this one. */
export type VictimWay = Way | 'route';

interface Place {
  market: Market;
  context: PlanContext;
}

/** Share of the pool that a single victim trades, in thousandths; with several, each trades less. */
const ALONE = [20, 70] as const;
const TRIES = 7;

/**
 * Finds victims worth a sandwich now: increases their trades until the best front leg earns several times its cost.
 * Null if this pool allows no such trades (a curve near its end, a range too narrow).
 */
export function findVictims(
  { market, context }: Place,
  pool: Pool,
  { count = 1, isBuy = true, way }: VictimWishes,
): Find | null {
  const { random } = context;
  const reserve = isBuy ? pool.curve.quoteReserve : pool.curve.baseReserve;
  const slippage = BigInt(random.between(100, 900));
  let share = random.between(...ALONE) / Math.max(1, count / 3);
  for (let tried = 0; tried < TRIES; tried += 1, share *= 1.4) {
    const sizes = Array.from({ length: count }, () => {
      const parts = BigInt(Math.max(1, Math.floor(share * 1_000 * (0.6 + 0.8 * random.unit()))));
      return (reserve * parts) / 1_000_000n + BigInt(random.below(1_000));
    });
    const limits = limitsOf(pool.curve, isBuy, sizes, slippage);
    if (limits === null) return null;
    const trades = sizes.map((amountIn, index) => ({ amountIn, minOut: limits[index]! }));
    const best = bestFront(pool.curve, isBuy, trades, reserve / 3n);
    // In quote tokens; the profit of a front in base tokens is converted at the pool's price.
    const worth =
      best === null
        ? 0n
        : isBuy
          ? best.gross
          : (best.gross * pool.curve.quoteReserve) / pool.curve.baseReserve;
    if (best === null || worth < 3_000_000n) continue;
    const victims = trades.map(({ amountIn, minOut }) => ({
      amountIn,
      minOut,
      isBuy,
      wallet: walletFor({ market, context }, pool, isBuy, amountIn),
      way: way ?? (pool.isNative ? 'direct' : random.pick<Way>(['direct', 'direct', 'temporary', 'shared'])),
    }));
    return { victims, front: best.amountIn, gross: best.gross };
  }
  return null;
}

/** The output of each trade in sequence without an attacker, minus the allowed slippage. */
function limitsOf(curve: Curve, isBuy: boolean, sizes: readonly bigint[], slippage: bigint): bigint[] | null {
  const limits: bigint[] = [];
  let at = curve;
  for (const amountIn of sizes) {
    const filled = at.exactIn(isBuy, amountIn);
    if (filled === null) return null;
    limits.push((filled.fill.traderOut * (10_000n - slippage)) / 10_000n);
    at = filled.next;
  }
  return limits;
}

function walletFor({ market, context }: Place, pool: Pool, isBuy: boolean, amountIn: bigint): Account {
  const { random, world } = context;
  if (!isBuy) {
    const seller = market.newWallet(random.spread(34, 38));
    market.fundedAccountOf(seller, pool.baseMint, amountIn * BigInt(random.between(1, 4)));
    return seller;
  }
  const needed = Number(amountIn) + 3_000_000_000;
  const drawn = random.pick(world.wallets);
  return drawn.lamports > needed ? drawn : market.newWallet(needed * 2);
}

/** Share of the room up to the victim's limit that the attacker takes, in thousandths. */
const USE = [520, 970] as const;
/** The same in a later slot than the front's, where a limit without a quote says nothing below nine tenths. */
const USE_WITHOUT_QUOTE = [910, 990] as const;

/**
 * Draws the promise to a victim before the attacker came, and the least it takes: a limit that holds, of which half or
 * more was used up. Undefined if the attacker takes nothing from it.
 */
function termsOf(
  { random }: PlanContext,
  clean: bigint | null,
  attacked: bigint,
  [least, most]: readonly [number, number],
): { terms: { quoted: bigint; least: bigint }; use: number } | undefined {
  if (clean === null || clean <= attacked) return undefined;
  const use = BigInt(random.between(least, most));
  const room = ((clean - attacked) * 1_000n) / use + 1n;
  if (room >= clean) return undefined;
  return { terms: { quoted: clean, least: clean - room }, use: Number(use) / 1_000 };
}

function useFor({ fronts }: Sandwich, way: Way, { slot }: PlanContext): readonly [number, number] {
  const first = fronts[0]?.plan.placed?.slot ?? slot;
  return first < slot && !isRoute(way) ? USE_WITHOUT_QUOTE : USE;
}

/** The victim's transaction. Its limit must hold in the pool by then; otherwise it would have failed on chain. */
export function victimPlan(
  { market, holders }: { market: Market; holders: Holders },
  sandwich: Sandwich,
  victim: Victim,
  context: PlanContext,
): TransactionPlan {
  open(sandwich);
  const { pool } = sandwich;
  const { wallet, way, amountIn, isBuy } = victim;
  if (way === 'route') return routePlan(market, sandwich, amountIn, context);
  const plan = swapPlan('sandwich_victim', wallet, context, way !== 'direct');
  if (isBuy) {
    if (wallet.lamports < Number(amountIn) + 1_000_000_000) return plan;
    if (way !== 'temporary') payWith(plan, market, context, pool, wallet, amountIn);
  }
  const filled = pool.curve.exactIn(isBuy, amountIn);
  if (filled === null) return plan;
  const clean = cleanCurve(sandwich).exactIn(isBuy, amountIn);
  const pushed = termsOf(
    context,
    clean?.fill.traderOut ?? null,
    filled.fill.traderOut,
    useFor(sandwich, way, context),
  );
  trade(
    plan,
    market,
    context,
    { pool, isBuy, wallet, amountIn, way, ...(pushed && { terms: pushed.terms }) },
    false,
  );
  const swap = plan.swaps?.at(-1);
  if (swap !== undefined && isBuy === sandwich.isBuy) {
    sandwich.intended.add(swap);
    // An exact number of tokens for at most what it pays: all of its room is used.
    if (pushed !== undefined) sandwich.uses.set(swap, swap.isExactOut ? 1 : pushed.use);
  }
  if (swap !== undefined && isBuy) holders.hold(holdingOf(market, swap, wallet), context);
  return plan;
}

/** Dollars for SOL for the token, and sometimes that for SOL again in the token's other pool. */
function routePlan(
  market: Market,
  sandwich: Sandwich,
  amountIn: bigint,
  context: PlanContext,
): TransactionPlan {
  const { random } = context;
  const { pool } = sandwich;
  const dollarPool = random.pick(market.solUsdcPools);
  const dollars = (amountIn * dollarPool.curve.quoteReserve) / dollarPool.curve.baseReserve;
  const hops: Hop[] = [
    { pool: dollarPool, isBuy: true },
    { pool, isBuy: true },
  ];
  const other = market.sameTokensPoolOf(pool);
  if (other !== null && random.chance(0.4)) hops.push({ pool: other, isBuy: false });
  const user = market.newWallet(random.spread(34, 38));
  market.fundedAccountOf(user, market.usdc, dollars * 2n);
  const plan = swapPlan('sandwich_victim', user, context, true);
  const attacked = quoteRoute(hops, dollars);
  if (attacked === null) return plan;
  const curve = cleanCurve(sandwich);
  const clean = quoteRoute(hops, dollars, (hop) => (hop === pool ? curve : hop.curve));
  const pushed = termsOf(context, clean, attacked, USE);
  const terms = pushed && routeTermsOf(pushed.terms);
  for (const swap of swapRoute('shared', plan, market, hops, dollars, user, context, terms))
    if (swap.pool === pool) {
      sandwich.intended.add(swap);
      if (pushed !== undefined) sandwich.uses.set(swap, pushed.use);
    }
  return finishPlan(plan);
}
