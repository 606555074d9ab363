import type { PlanContext, TransactionKind } from '../../kinds/kind.js';
import type { Pool } from '../../plan.js';
import { type Hop, quoteRoute, swapRoute } from '../aggregator.js';
import { failing, finishPlan, swapPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { ROUTE_SLIPPAGE, tradeSize } from './retail.js';

/** Aggregator routes over two or three pools, in any position. */
export function routeKind(market: Market): TransactionKind {
  return {
    name: 'dex_route',
    weight: 12,
    plan(context) {
      const { random } = context;
      const hops = drawHops(market, context);
      const first = hops[0]!;
      const worth = tradeSize(first.pool, context);
      const { curve, baseMint, quoteMint } = first.pool;
      const amountIn = first.isBuy ? worth : (worth * curve.baseReserve) / curve.quoteReserve;
      const user = market.newWallet(random.spread(34, 38));
      market.fundedAccountOf(
        user,
        first.isBuy ? quoteMint : baseMint,
        amountIn * BigInt(random.between(1, 5)),
      );
      const plan = swapPlan('dex_route', user, context, true);
      if (quoteRoute(hops, amountIn) === null) return plan;
      const way = random.chance(0.75) ? 'shared' : 'own';
      const build = (): unknown => swapRoute(way, plan, market, hops, amountIn, user, context);
      if (random.chance(context.options.failureShare)) {
        const pools = hops.map(({ pool }) => pool);
        const point = random.chance(0.7) ? 'after_swap' : 'before_swap';
        failing(plan, pools, point, ROUTE_SLIPPAGE, context, build);
      } else build();
      return finishPlan(plan);
    },
  };
}

function drawHops(market: Market, { random }: PlanContext): Hop[] {
  const pool = tokenPool(market, random);
  const solUsdc = random.pick(market.solUsdcPools);
  const draw = random.unit();
  if (draw < 0.3) {
    let other = tokenPool(market, random);
    while (other === pool || other.baseMint === pool.baseMint) other = tokenPool(market, random);
    return [
      { pool, isBuy: false },
      { pool: other, isBuy: true },
    ];
  }
  // Dollars for SOL for a token, and back.
  if (draw < 0.55)
    return [
      { pool: solUsdc, isBuy: true },
      { pool, isBuy: true },
    ];
  if (draw < 0.75)
    return [
      { pool, isBuy: false },
      { pool: solUsdc, isBuy: false },
    ];
  const dollars = random.pick(market.usdcPools);
  // The SOL/USDC pool is the middle one.
  return draw < 0.88
    ? [
        { pool, isBuy: false },
        { pool: solUsdc, isBuy: false },
        { pool: dollars, isBuy: true },
      ]
    : [
        { pool: dollars, isBuy: false },
        { pool: solUsdc, isBuy: true },
        { pool, isBuy: true },
      ];
}

/** Excludes curves of native SOL, which routes over token accounts cannot use. */
function tokenPool(market: Market, random: PlanContext['random']): Pool {
  for (;;) {
    const pool = market.busyPool(random);
    if (!pool.isNative) return pool;
  }
}
