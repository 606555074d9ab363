import type { PlanContext, ScheduledTransaction } from '../../kinds/kind.js';
import type { Market } from '../market.js';
import { outsiderPlan } from './outsider.js';
import { shareOf, spreadShare } from './sizes.js';
import type { Sponsors } from './sponsors.js';
import type { Terminals } from './terminals.js';
import type { Venue } from './venue.js';

interface Surroundings {
  market: Market;
  terminals: Terminals;
  sponsors: Sponsors;
  venues: readonly Venue[];
}

/** What the venues' own traders do in a slot: with wallets, terminals, aggregators, some of them sponsored. */
export function ambientTrades(
  { venues, ...surroundings }: Surroundings,
  context: PlanContext,
): ScheduledTransaction[] {
  const { random, slot } = context;
  const trades: ScheduledTransaction[] = [];
  for (const venue of venues) {
    if (venue.quiet.has(slot) || venue.sibling?.quiet.has(slot) === true) continue;
    for (let left = venue.rate; random.chance(Math.min(left, 0.75)); left *= 0.75)
      trades.push({ position: random.unit(), plan: (now) => ambientTrade(surroundings, venue, now) });
  }
  return trades;
}

function ambientTrade(
  { market, terminals, sponsors }: Omit<Surroundings, 'venues'>,
  venue: Venue,
  now: PlanContext,
) {
  const { random } = now;
  const { curve } = venue.pool;
  const isBuy = random.chance(venue.buyShare);
  const reserve = isBuy ? curve.quoteReserve : curve.baseReserve;
  const amountIn = shareOf(reserve, spreadShare(random, 0.000_05, 0.006));
  const { limits } = venue;
  const program = random.chance(0.12) ? terminals.any(now) : null;
  if (random.chance(0.1)) {
    const sponsor = sponsors.any(now);
    const { plan, swap } = outsiderPlan(
      market,
      { venue, isBuy, amountIn, limits, program, payer: sponsor },
      now,
    );
    if (swap !== null) sponsors.served(sponsor, swap.authority);
    return plan;
  }
  return outsiderPlan(market, { venue, isBuy, amountIn, limits, program }, now).plan;
}
