import type { PlanContext, ScheduledTransaction } from '../../kinds/kind.js';
import type { Market } from '../market.js';
import { bystanderPlan } from './bystander.js';
import type { ScenePool } from './scene-pool.js';
import { shareOf, spreadShare } from './sizes.js';
import type { Sponsors } from './sponsors.js';
import type { Terminals } from './terminals.js';

interface Surroundings {
  market: Market;
  terminals: Terminals;
  sponsors: Sponsors;
  scenePools: readonly ScenePool[];
}

/** Plans the trades of the venues' own traders in a slot: with wallets, terminals, aggregators, some of them sponsored. */
export function ambientTrades(
  { scenePools, ...surroundings }: Surroundings,
  context: PlanContext,
): ScheduledTransaction[] {
  const { random, slot } = context;
  const trades: ScheduledTransaction[] = [];
  for (const scenePool of scenePools) {
    if (scenePool.quiet.has(slot) || scenePool.sibling?.quiet.has(slot) === true) continue;
    for (let left = scenePool.rate; random.chance(Math.min(left, 0.75)); left *= 0.75)
      trades.push({ position: random.unit(), plan: (now) => ambientTrade(surroundings, scenePool, now) });
  }
  return trades;
}

function ambientTrade(
  { market, terminals, sponsors }: Omit<Surroundings, 'scenePools'>,
  scenePool: ScenePool,
  now: PlanContext,
) {
  const { random } = now;
  const { curve } = scenePool.pool;
  const isBuy = random.chance(scenePool.buyShare);
  const reserve = isBuy ? curve.quoteReserve : curve.baseReserve;
  const amountIn = shareOf(reserve, spreadShare(random, 0.000_05, 0.006));
  const { limits } = scenePool;
  const program = random.chance(0.12) ? terminals.any(now) : null;
  if (random.chance(0.1)) {
    const sponsor = sponsors.any(now);
    const { plan, swap } = bystanderPlan(
      market,
      { scenePool, isBuy, amountIn, limits, program, payer: sponsor },
      now,
    );
    if (swap !== null) sponsors.served(sponsor, swap.authority);
    return plan;
  }
  return bystanderPlan(market, { scenePool, isBuy, amountIn, limits, program }, now).plan;
}
