import type { Account } from '../../account.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { TransactionPlan } from '../../plan.js';
import { routeThroughOwnAccounts, routeThroughSharedAccounts } from '../aggregator.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import { payWith, routeTermsOf, type Way } from '../flow/retail.js';
import { swapThroughTemporaryAccount } from '../flow/temporary-account.js';
import type { Market } from '../market.js';
import type { PlannedSwap } from '../planned-swap.js';
import type { Pool } from '../pool.js';
import { type Order, type PrivateProgram, swapDirectly, swapPrivately } from '../trade.js';
import { drawLimit, type Fit, type Limit } from './limits.js';
import { cleanCurves, type Limits, type Venue } from './venue.js';

const BOUNDS = { used: [0.505, 0.99], spared: [0, 0.29], any: [0, 0.99] } as const;
/** Wide enough for a limit that people set, where one happens to fit. */
const DRAWN_WIDTH = 0.02;

export interface OutsiderTrade {
  venue: Venue;
  isBuy: boolean;
  amountIn: bigint;
  limits: Limits;
  /** A wallet that is not new. */
  wallet?: Account;
  /** Pays the fee for it. */
  payer?: Account;
  program?: PrivateProgram | null;
}

export interface OutsiderPlan {
  plan: TransactionPlan;
  /** Null if no limit of the kind asked for fits, and it does not trade. */
  swap: PlannedSwap | null;
}

/** A trade of a wallet that has nothing to do with the scene. */
export function outsiderPlan(market: Market, trade: OutsiderTrade, now: PlanContext): OutsiderPlan {
  const { venue, isBuy, amountIn, payer, program = null } = trade;
  const { random } = now;
  const { pool } = venue;
  const wallet = trade.wallet ?? newTrader(market, pool, isBuy, amountIn, now);
  const way = program === null ? wayOf(trade, now) : 'program';
  const plan = swapPlan('row_outsider', payer ?? wallet, now, way !== 'direct');
  if (pool.curve.exactIn(isBuy, amountIn) === null) return { plan, swap: null };
  const isRoute = way === 'shared' || way === 'own';
  // An exact number of tokens always has a limit: the most that it may cost.
  const isExactOut =
    isBuy && !isRoute && trade.limits !== 'none' && pool.curve.exactOut !== undefined && random.chance(0.4);
  const limit = limitOf(trade, isExactOut, now);
  if (limit === null) return { plan, swap: null };
  if (isBuy && way !== 'temporary') payWith(plan, market, now, pool, wallet, amountIn);
  const order: Order = { pool, isBuy, amountIn, isExactOut };
  if (isExactOut) order.maxIn = limit.limit;
  else order.minOut = limit.limit;
  const terms = (): ReturnType<typeof routeTermsOf> =>
    routeTermsOf({ quoted: limit.quoted, least: limit.limit });
  const party = market.partyOf(wallet, pool);
  const route = [{ pool, isBuy }];
  if (way === 'shared') routeThroughSharedAccounts(plan, market, route, amountIn, wallet, now, terms());
  else if (way === 'own') routeThroughOwnAccounts(plan, market, route, amountIn, wallet, now, terms());
  else if (way === 'temporary') swapThroughTemporaryAccount(plan, market, order, wallet, now);
  else if (program !== null) swapPrivately(plan, program, [{ order, party }], now);
  else swapDirectly(plan, order, party, now);
  const swap = plan.swaps!.at(-1)!;
  venue.uses.set(swap, trade.limits === 'none' ? null : limit.use);
  return { plan: finishPlan(plan), swap };
}

/** Without an attacker, and as it is. Of several places to begin at, that which would have been best. */
function limitOf({ venue, isBuy, amountIn, limits }: OutsiderTrade, isExactOut: boolean, now: PlanContext) {
  const { random } = now;
  const { curve } = venue.pool;
  const { fill } = curve.exactIn(isBuy, amountIn)!;
  const most = (1n << 63n) - 1n;
  if (limits === 'none')
    return { quoted: fill.traderOut, limit: BigInt(random.below(2)), use: 0 } satisfies Limit;
  const others = cleanCurves(venue, isBuy, now.slot);
  const fit: Fit = isExactOut
    ? { isCost: true, clean: most, actual: curve.exactOut!(fill.traderOut)?.fill.traderIn ?? amountIn }
    : { isCost: false, clean: 0n, actual: fill.traderOut };
  for (const other of [curve, ...others]) {
    const filled = isExactOut ? other.exactOut!(fill.traderOut) : other.exactIn(isBuy, amountIn);
    if (filled === null) continue;
    const amount = isExactOut ? filled.fill.traderIn : filled.fill.traderOut;
    if (isExactOut ? amount < fit.clean : amount > fit.clean) fit.clean = amount;
  }
  const least = 0.97 * random.unit();
  const bounds = limits === 'drawn' ? ([least, least + DRAWN_WIDTH] as const) : BOUNDS[limits];
  return drawLimit(random, fit, bounds, limits === 'used' || random.chance(0.5));
}

function wayOf({ venue, payer, limits }: OutsiderTrade, { random }: PlanContext): Way {
  const { pool } = venue;
  // An aggregator's route always has a quote, and its user's own accounts pay the rents of temporary ones.
  if (limits === 'none' || payer !== undefined) return 'direct';
  const draw = random.unit();
  if (pool.isNative) return draw < 0.8 ? 'direct' : 'own';
  if (draw < 0.2 && pool.quoteMint.isNative === true) return 'temporary';
  return draw < 0.55 ? 'direct' : draw < 0.85 ? 'shared' : 'own';
}

/** A wallet with what the trade needs; some wallets of the world trade too. */
function newTrader(
  market: Market,
  { baseMint, quoteMint }: Pool,
  isBuy: boolean,
  amountIn: bigint,
  { random, world }: PlanContext,
): Account {
  if (!isBuy) {
    const seller = market.newWallet(random.spread(34, 38));
    market.fundedAccountOf(seller, baseMint, amountIn * BigInt(random.between(1, 4)));
    return seller;
  }
  const lamports = quoteMint.isNative === true ? Number(amountIn) + 4_000_000_000 : 4_000_000_000;
  if (quoteMint.isNative === true && random.chance(0.4)) {
    const drawn = random.pick(world.wallets);
    if (drawn.lamports > lamports) return drawn;
  }
  const buyer = market.newWallet(lamports + random.spread(30, 37));
  if (quoteMint.isNative !== true)
    market.fundedAccountOf(buyer, quoteMint, amountIn * BigInt(random.between(1, 4)));
  return buyer;
}
