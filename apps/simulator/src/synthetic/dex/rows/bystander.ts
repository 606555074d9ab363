import type { Account } from '../../account.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { PlannedSwap, Pool, TransactionPlan } from '../../plan.js';
import { lessFee, type RouteFee } from '../aggregator.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import { payWith, routeTermsOf } from '../flow/retail.js';
import type { Market } from '../market.js';
import { isRoute, swapBy, type Way } from '../swap-by.js';
import type { Order, PrivateProgram } from '../trade.js';
import { drawLimit, type Fit, type Limit } from './limits.js';
import type { Trip } from './row.js';
import { cleanCurves, type Limits, type ScenePool } from './scene-pool.js';

const BOUNDS = { used: [0.505, 0.99], spared: [0, 0.29], any: [0, 0.99] } as const;
/** In a later slot than the front's a limit without a quote must be nearly used up to say anything. */
const USED_WITHOUT_QUOTE = [0.91, 0.99] as const;
/** Wide enough for a limit that people set, where one happens to fit. */
const DRAWN_WIDTH = 0.02;

export interface BystanderTrade {
  scenePool: ScenePool;
  isBuy: boolean;
  amountIn: bigint;
  limits: Limits;
  /** A wallet that is not new. */
  wallet?: Account;
  /** Pays the fee for it. */
  payer?: Account;
  program?: PrivateProgram | null;
  /** It trades through an aggregator that takes it. */
  fee?: RouteFee | undefined;
}

export interface BystanderPlan {
  plan: TransactionPlan;
  /** Null if no limit of the kind asked for fits, and it does not trade. */
  swap: PlannedSwap | null;
}

/** A trade of a wallet that has nothing to do with the scene. */
export function bystanderPlan(market: Market, trade: BystanderTrade, now: PlanContext): BystanderPlan {
  const { scenePool, isBuy, amountIn, payer, program = null, fee } = trade;
  const { random } = now;
  const { pool } = scenePool;
  const wallet = trade.wallet ?? newTrader(market, pool, isBuy, amountIn, now);
  const way = program ?? (fee === undefined ? wayOf(trade, now) : random.chance(0.6) ? 'shared' : 'own');
  const plan = swapPlan('row_bystander', payer ?? wallet, now, way !== 'direct');
  if (pool.curve.exactIn(isBuy, amountIn) === null) return { plan, swap: null };
  // An exact number of tokens always has a limit: the most that it may cost.
  const isExactOut =
    isBuy &&
    !isRoute(way) &&
    trade.limits !== 'none' &&
    pool.curve.exactOut !== undefined &&
    random.chance(0.4);
  const net = { ...trade, amountIn: lessFee(amountIn, fee, 'input') };
  const limit = limitOf(net, isExactOut, isRoute(way), now);
  if (limit === null) return { plan, swap: null };
  if (isBuy && way !== 'temporary') payWith(plan, market, now, pool, wallet, amountIn);
  const order: Order = { pool, isBuy, amountIn, isExactOut };
  if (isExactOut) order.maxIn = limit.limit;
  else order.minOut = limit.limit;
  const party = market.partyOf(wallet, pool);
  const terms = isRoute(way)
    ? {
        ...routeTermsOf({
          quoted: lessFee(limit.quoted, fee, 'output'),
          least: lessFee(limit.limit, fee, 'output'),
        }),
        fee,
      }
    : undefined;
  swapBy(way, plan, market, order, wallet, now, { terms, party });
  const swap = plan.swaps!.at(-1)!;
  scenePool.uses.set(swap, trade.limits === 'none' ? null : limit.use);
  return { plan: finishPlan(plan), swap };
}

/** The same between the sides of a trip, where one in the fronts' direction makes it worth a verdict. */
export function placedTrade(
  market: Market,
  trip: Trip,
  trade: Omit<BystanderTrade, 'scenePool'>,
  now: PlanContext,
): TransactionPlan {
  const { plan, swap } = bystanderPlan(market, { ...trade, scenePool: trip.scenePool }, now);
  if (swap !== null && trade.isBuy === trip.isBuy) trip.placed.push(swap);
  return plan;
}

/** Without an attacker, and as it is. Of several places to begin at, that which would have been best. */
function limitOf(
  { scenePool, isBuy, amountIn, limits }: BystanderTrade,
  isExactOut: boolean,
  isQuoted: boolean,
  now: PlanContext,
) {
  const { random } = now;
  const { curve } = scenePool.pool;
  const { fill } = curve.exactIn(isBuy, amountIn)!;
  const most = (1n << 63n) - 1n;
  if (limits === 'none')
    return { quoted: fill.traderOut, limit: BigInt(random.below(2)), use: 0 } satisfies Limit;
  const others = cleanCurves(scenePool, isBuy, now.slot);
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
  const first = scenePool.marks.find((each) => each.isBuy === isBuy);
  const isLater = first !== undefined && first.slot < now.slot;
  const bounds =
    limits === 'drawn'
      ? ([least, least + DRAWN_WIDTH] as const)
      : limits === 'used' && isLater && !isQuoted
        ? USED_WITHOUT_QUOTE
        : BOUNDS[limits];
  return drawLimit(random, fit, bounds, limits === 'used' || random.chance(0.5));
}

function wayOf({ scenePool, payer, limits }: BystanderTrade, { random }: PlanContext): Way {
  const { pool } = scenePool;
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
