import type { PlanContext } from '../../kinds/kind.js';
import type { TransactionPlan } from '../../plan.js';
import { got } from '../sandwich/legs.js';
import { placed } from './attack.js';
import { type Hand, legPlan } from './hand.js';
import { momentsOver } from './moments.js';
import { type OutsiderTrade, outsiderPlan } from './outsider.js';
import type { Stage, Step, Trip } from './row.js';
import { lucky, quoteOf, shareOf, spreadShare } from './sizes.js';
import type { Venue } from './venue.js';

/** One buys, others buy after it by chance, and it sells at a gain. */
export interface ProfitPlan {
  front: Hand;
  back: Hand;
  span: readonly [number, number];
  followers?: readonly [number, number];
  /** What is particular about the followers' trades. */
  follower?: (amountIn: bigint) => Partial<OutsiderTrade>;
  /** What is sold, of what was bought. */
  soldOf?: (bought: bigint) => bigint;
  /** Transactions between the two. */
  links?: ((trip: Trip, now: PlanContext) => TransactionPlan)[];
}

/** The steps of a profit taken; null if the pool allows none now. Takes the venue. */
export function profitSteps(stage: Stage, venue: Venue, wishes: ProfitPlan): Step[] | null {
  const { random, market } = stage;
  const { front, back, followers = [1, 3], soldOf = (bought: bigint) => bought, links = [] } = wishes;
  const slots = stage.slotsOver(wishes.span);
  if (slots === null) return null;
  const { pool } = venue;
  const size = shareOf(pool.curve.quoteReserve, spreadShare(random, 0.000_8, 0.02));
  const found = lucky(pool, random, {
    isBuy: true,
    followers: random.between(...followers),
    front: size,
    leastGross: quoteOf(pool, 3_000_000n),
  });
  if (found === null) return null;
  const trip = stage.trip(venue);
  const steps: Step['plan'][] = [
    (now) => legPlan(stage, trip, 'front', front, size, now),
    ...links.map((link) => (now: PlanContext) => link(trip, now)),
    ...found.sizes.map((amountIn) => (now: PlanContext) => {
      const more = wishes.follower?.(amountIn) ?? {};
      const trade = { venue, isBuy: true, amountIn, limits: 'spared', ...more } as const;
      const { plan, swap } = outsiderPlan(market, trade, now);
      if (swap !== null) trip.placed.push(swap);
      return plan;
    }),
    (now) => legPlan(stage, trip, 'back', back, soldOf(got(trip.fronts)), now),
  ];
  return placed(steps, momentsOver(random, slots, steps.length));
}
