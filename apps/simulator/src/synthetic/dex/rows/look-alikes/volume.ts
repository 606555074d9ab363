import type { PlanContext } from '../../../kinds/kind.js';
import { got } from '../../planned-swap.js';
import { newPrivateProgram } from '../../sandwich/bot.js';
import type { Step } from '../../steps.js';
import { placed } from '../attack.js';
import { placedTrade } from '../bystander.js';
import { lookAlike } from '../define.js';
import { anyBotExecutor, botExecutor, type LegExecutor, legPlan } from '../leg-executor.js';
import { momentsOver } from '../moments.js';
import type { Act, Row, Stage, Trip } from '../row.js';
import type { ScenePool } from '../scene-pool.js';
import { shareOf, spreadShare } from '../sizes.js';

/** Trades that only fake activity, with a bystander's in between. */
export const volume: readonly Row[] = [
  lookAlike('volume bot at a loss with an outsider between', 0, {
    wants: 'loss',
    lanes: 5,
    scenes: [1, 12],
    gap: [1, 6],
    actor(first) {
      const executor = anyBotExecutor(first);
      return (stage) => volumeTrip(stage, executor);
    },
  }),
  lookAlike('ring of five with an outsider', 0, { lanes: 2, scenes: [1, 6], gap: [1, 6], actor: ring }),
];

/** Buys, and sells the same again at a loss. */
function volumeTrip(stage: Stage, executor: LegExecutor): Step[] | null {
  const { random } = stage;
  const scenePool = stage.scenePool();
  const slots = stage.slotsOver([0, 2]);
  if (scenePool === null || slots === null) return null;
  const size = shareOf(scenePool.pool.curve.quoteReserve, spreadShare(random, 0.000_5, 0.01));
  const trip = stage.trip(scenePool);
  const steps: Step['plan'][] = [
    (now) => legPlan(stage, trip, 'front', executor, size, now),
    (now) => bystander(stage, trip, now),
    (now) => legPlan(stage, trip, 'back', executor, got(trip.fronts), now),
  ];
  return placed(steps, momentsOver(random, slots, steps.length));
}

/** Too small to turn the loss of two fees into a gain. */
function bystander({ market, random }: Stage, trip: Trip, now: PlanContext) {
  const amountIn = shareOf(trip.scenePool.pool.curve.quoteReserve, spreadShare(random, 0.000_1, 0.001_5));
  return placedTrade(market, trip, { isBuy: true, amountIn, limits: 'spared' }, now);
}

/** Five wallets with one price and one way; each buys, then each sells. */
function ring(first: Stage): Act {
  const { random, context } = first;
  const way = random.chance(0.4) ? newPrivateProgram(context) : 'direct';
  const price = random.between(1_000, 90_000);
  const computeUnitLimit = random.between(150, 300) * 1_000;
  const executors = Array.from({ length: 5 }, () => botExecutor(first, way, { price, computeUnitLimit }));
  return (stage) => {
    const scenePool = stage.scenePool();
    const slots = stage.slotsOver([0, 2]);
    if (scenePool === null || slots === null) return null;
    const steps = roundOf(stage, scenePool, executors);
    return placed(steps, momentsOver(stage.random, slots, steps.length));
  };
}

function roundOf(stage: Stage, scenePool: ScenePool, executors: readonly LegExecutor[]): Step['plan'][] {
  const { random } = stage;
  const size = shareOf(scenePool.pool.curve.quoteReserve, spreadShare(random, 0.000_5, 0.01));
  // Most rings trade equal amounts, some a little more or less.
  const sizes = executors.map(() => (random.chance(0.6) ? size : shareOf(size, 0.8 + 0.2 * random.unit())));
  const trips = executors.map(() => stage.trip(scenePool));
  const ofRing = (plan: ReturnType<typeof legPlan>): ReturnType<typeof legPlan> => {
    // A v1 message states a total fee, which implies a different price.
    if (plan.version === 1) plan.version = 0;
    return plan;
  };
  const outside: Step['plan'] = (now) => {
    const plan = bystander(stage, trips[0]!, now);
    for (const trip of trips.slice(1)) trip.placed.push(...trips[0]!.placed);
    return plan;
  };
  return [
    ...trips.map((trip, index): Step['plan'] => {
      return (now) => ofRing(legPlan(stage, trip, 'front', executors[index]!, sizes[index]!, now));
    }),
    outside,
    ...trips.map((trip, index): Step['plan'] => {
      return (now) => ofRing(legPlan(stage, trip, 'back', executors[index]!, got(trip.fronts), now));
    }),
  ];
}
