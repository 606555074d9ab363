import type { PlanContext } from '../../kinds/kind.js';
import type { TransactionPlan } from '../../plan.js';
import { got } from '../planned-swap.js';
import type { Step } from '../steps.js';
import { placed } from './attack.js';
import { type BystanderTrade, placedTrade } from './bystander.js';
import { type LegExecutor, legPlan } from './leg-executor.js';
import { momentsOver } from './moments.js';
import type { Stage, Trip } from './row.js';
import type { ScenePool } from './scene-pool.js';
import { lucky, quoteOf, shareOf, spreadShare } from './sizes.js';

/** One buys, others buy after it by chance, and it sells at a gain. */
export interface ProfitPlan {
  front: LegExecutor;
  back: LegExecutor;
  span: readonly [number, number];
  followers?: readonly [number, number];
  /** Particulars of the followers' trades. */
  follower?: (amountIn: bigint) => Partial<BystanderTrade>;
  /** Amount that is sold, by the amount that was bought. */
  soldOf?: (bought: bigint) => bigint;
  /** Transactions between the two. */
  links?: ((trip: Trip, now: PlanContext) => TransactionPlan)[];
}

/** The steps of a profit taken; null if the pool allows none now. Takes the scene pool. */
export function profitSteps(stage: Stage, scenePool: ScenePool, wishes: ProfitPlan): Step[] | null {
  const { random, market } = stage;
  const { front, back, followers = [1, 3], soldOf = (bought: bigint) => bought, links = [] } = wishes;
  const slots = stage.slotsOver(wishes.span);
  if (slots === null) return null;
  const { pool } = scenePool;
  const size = shareOf(pool.curve.quoteReserve, spreadShare(random, 0.000_8, 0.02));
  const found = lucky(pool, random, {
    isBuy: true,
    followers: random.between(...followers),
    front: size,
    leastGross: quoteOf(pool, 3_000_000n),
  });
  if (found === null) return null;
  const trip = stage.trip(scenePool);
  const steps: Step['plan'][] = [
    (now) => legPlan(stage, trip, 'front', front, size, now),
    ...links.map((link) => (now: PlanContext) => link(trip, now)),
    ...found.sizes.map((amountIn) => (now: PlanContext) => {
      const more = wishes.follower?.(amountIn) ?? {};
      return placedTrade(market, trip, { isBuy: true, amountIn, limits: 'spared', ...more }, now);
    }),
    (now) => legPlan(stage, trip, 'back', back, soldOf(got(trip.fronts)), now),
  ];
  return placed(steps, momentsOver(random, slots, steps.length));
}
