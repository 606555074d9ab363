import { quoteRoute, swapRoute } from '../../aggregator.js';
import { finishPlan, swapPlan } from '../../finish-plan.js';
import { got } from '../../planned-swap.js';
import type { Step } from '../../steps.js';
import { placed } from '../attack.js';
import { placedTrade } from '../bystander.js';
import { lookAlike } from '../define.js';
import { anyBotExecutor, botExecutor, type LegExecutor, legPlan, stock } from '../leg-executor.js';
import { momentsOver } from '../moments.js';
import type { Act, Row, Stage, Trip } from '../row.js';
import { mark, type ScenePool } from '../scene-pool.js';
import { inputFor, shareOf, spreadShare } from '../sizes.js';

const GOAL = 0.05;

/** Makers that trade both ways in a slot, and arbitrage between scene pools. Each act is a session of round trips. */
export const makers: readonly Row[] = [
  lookAlike('maker with fixed lots, both sides in one slot', GOAL, {
    lanes: 3,
    scenes: [3, 10],
    gap: [3, 20],
    actor: (first) => maker(first, true),
  }),
  lookAlike('maker with random sizes, both sides in one slot', GOAL, {
    lanes: 3,
    scenes: [3, 10],
    gap: [3, 20],
    actor: (first) => maker(first, false),
  }),
  lookAlike('arbitrage between venues with equal lots', GOAL, {
    lanes: 5,
    scenes: [2, 6],
    gap: [2, 10],
    actor: arbitrageur,
  }),
  lookAlike('legs that are closed cycles, half of a stranger’s limit used or not', 0, {
    lanes: 9,
    scenes: [2, 6],
    gap: [2, 10],
    actor: cycles,
  }),
];

/**
 * In one transaction, a lot is bought in one pool and sold in another; in a later one it goes the other way. Between the
 * two, others buy in the first pool.
 */
function cycles(first: Stage): Act {
  const executor = botExecutor(first, 'own');
  const { wallet } = executor;
  return (stage) => {
    const { random, market } = stage;
    const near = stage.scenePool({ isPaired: true });
    const slots = stage.slotsOver([0, 4]);
    if (near === null || slots === null || near.pool.isNative || near.sibling!.pool.isNative) return null;
    const far = near.sibling!;
    stock(stage, wallet, near.pool);
    const lot = shareOf(near.pool.curve.baseReserve, spreadShare(random, 0.001, 0.01));
    const trips = [stage.trip(near, true), stage.trip(far, false)] as const;
    const cycle =
      (side: 'fronts' | 'backs', [from, to]: readonly [ScenePool, ScenePool]): Step['plan'] =>
      (now) => {
        const plan = swapPlan('row_cycle', wallet, now, true);
        plan.computeUnitPrice = executor.price;
        const amountIn = tokensAs(from, true, side === 'fronts' ? lot : got(trips[0].fronts));
        const hops = [
          { pool: from.pool, isBuy: true },
          { pool: to.pool, isBuy: false },
        ];
        if (amountIn === 0n || quoteRoute(hops, amountIn) === null) {
          for (const trip of trips) trip.isBroken = true;
          return plan;
        }
        mark(from, now.slot, true);
        mark(to, now.slot, false);
        const terms = { quoted: quoteRoute(hops, amountIn)!, slippage: 1_000 };
        for (const swap of swapRoute('own', plan, market, hops, amountIn, wallet, now, terms)) {
          const trip = trips.find(({ scenePool }) => scenePool.pool === swap.pool)!;
          swap.isLeg = true;
          trip.scenePool.own.add(swap);
          trip[side].push(swap);
        }
        return finishPlan(plan);
      };
    const limits = random.chance(0.5) ? 'used' : 'spared';
    const stranger: Step['plan'] = (now) => {
      const amountIn = shareOf(near.pool.curve.quoteReserve, spreadShare(random, 0.002, 0.03));
      return placedTrade(market, trips[0], { isBuy: true, amountIn, limits }, now);
    };
    const steps = [cycle('fronts', [near, far]), stranger, cycle('backs', [far, near])];
    return placed(steps, momentsOver(random, slots, steps.length));
  };
}

function maker(first: Stage, isFixed: boolean): Act {
  const executor = anyBotExecutor(first);
  return (stage) => {
    const { random } = stage;
    const scenePool = stage.scenePool();
    const slots = stage.slotsOver([4, 24]);
    if (scenePool === null || slots === null) return null;
    stock(stage, executor.wallet, scenePool.pool);
    const lot = shareOf(scenePool.pool.curve.baseReserve, spreadShare(random, 0.000_5, 0.01));
    return slots
      .filter(() => random.chance(0.6))
      .flatMap((slot) => {
        const trip = stage.trip(scenePool, random.chance(0.5));
        const size = (): bigint => (isFixed ? lot : shareOf(lot, 0.2 + 2 * random.unit()));
        const steps = roundTrip(stage, trip, executor, size(), size());
        return placed(steps, momentsOver(random, [slot], steps.length));
      });
  };
}

/** Both amounts are of the token. */
function roundTrip(
  stage: Stage,
  trip: Trip,
  executor: LegExecutor,
  first: bigint,
  second: bigint,
): Step['plan'][] {
  const { isBuy, scenePool } = trip;
  const bystanders = stage.random.between(1, 2);
  return [
    (now) => legPlan(stage, trip, 'front', executor, tokensAs(scenePool, isBuy, first), now),
    ...Array.from({ length: bystanders }, (): Step['plan'] => (now) => bystander(stage, trip, isBuy, now)),
    (now) => legPlan(stage, trip, 'back', executor, tokensAs(scenePool, !isBuy, second), now),
  ];
}

/** Computes the payment for this many tokens, or the tokens to sell. */
function tokensAs({ pool }: ScenePool, isBuy: boolean, tokens: bigint): bigint {
  return isBuy ? (inputFor(pool.curve, true, tokens) ?? 0n) : tokens;
}

function bystander(
  { market, random }: Stage,
  trip: Trip,
  isBuy: boolean,
  now: Stage['context'],
): ReturnType<Step['plan']> {
  const { curve } = trip.scenePool.pool;
  const reserve = isBuy ? curve.quoteReserve : curve.baseReserve;
  const amountIn = shareOf(reserve, spreadShare(random, 0.000_5, 0.02));
  return placedTrade(market, trip, { isBuy, amountIn, limits: 'spared' }, now);
}

/**
 * Another trader moves the price in one of two pools; the arbitrageur buys a lot in the cheap one and sells as much in the
 * dear one, in two transactions. When the price moves back, so does he: a round trip in each pool.
 */
function arbitrageur(first: Stage): Act {
  const executor = anyBotExecutor(first);
  return (stage) => {
    const { random } = stage;
    const near = stage.scenePool({ isPaired: true });
    const slots = stage.slotsOver([0, 4]);
    if (near === null || slots === null) return null;
    const far = near.sibling!;
    stock(stage, executor.wallet, near.pool);
    const lot = shareOf(near.pool.curve.baseReserve, spreadShare(random, 0.001, 0.008));
    const isDear = random.chance(0.5);
    const trips = [stage.trip(near, !isDear), stage.trip(far, isDear)] as const;
    const leg = (side: 'front' | 'back', index: 0 | 1): Step['plan'] => {
      const trip = trips[index];
      const isBuy = (side === 'front') === trip.isBuy;
      return (now) => legPlan(stage, trip, side, executor, tokensAs(trip.scenePool, isBuy, lot), now);
    };
    const push =
      (index: 0 | 1, isBuy: boolean): Step['plan'] =>
      (now) =>
        bystander(stage, trips[index], isBuy, now);
    const steps: Step['plan'][] = [
      push(0, isDear),
      leg('front', 0),
      leg('front', 1),
      push(0, !isDear),
      push(1, isDear),
      leg('back', 0),
      leg('back', 1),
    ];
    return placed(steps, momentsOver(random, slots, steps.length));
  };
}
