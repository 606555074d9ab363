import type { Account } from '../account.js';
import type { PlanContext } from '../kinds/kind.js';
import type { Party, TransactionPlan } from '../plan.js';
import { type RouteTerms, type RouteWay, swapRoute } from './aggregator.js';
import { swapThroughTemporaryAccount } from './flow/temporary-account.js';
import type { Market } from './market.js';
import { type Order, type PrivateProgram, swapDirectly, swapPrivately } from './trade.js';

/** `temporary`: directly, with a wrapped-SOL account that is created and closed around the swap. */
export type Way = 'direct' | 'temporary' | RouteWay;

/** Whether a swap goes through an aggregator, which knows quotes and tolerances instead of limits. */
export function isRoute(way: Way | PrivateProgram): way is RouteWay {
  return way === 'shared' || way === 'own';
}

/** Swaps in one pool. @param way or a program of the wallet's own; only these two use `party` */
export function swapBy(
  way: Way | PrivateProgram,
  plan: TransactionPlan,
  market: Market,
  order: Order,
  wallet: Account,
  context: PlanContext,
  { terms, party }: { terms?: RouteTerms | undefined; party?: Party } = {},
): void {
  const { pool, isBuy, amountIn } = order;
  if (isRoute(way)) swapRoute(way, plan, market, [{ pool, isBuy }], amountIn, wallet, context, terms);
  else if (way === 'temporary') swapThroughTemporaryAccount(plan, market, order, wallet, context);
  else {
    const own = party ?? market.partyOf(wallet, pool);
    if (way === 'direct') swapDirectly(plan, order, own, context);
    else swapPrivately(plan, way, [{ order, party: own }], context);
  }
}
