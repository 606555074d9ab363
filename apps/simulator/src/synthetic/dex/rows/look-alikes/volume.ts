import type { PlanContext } from '../../../kinds/kind.js';
import { newPrivateProgram } from '../../sandwich/bot.js';
import { got } from '../../sandwich/legs.js';
import { placed } from '../attack.js';
import { lookAlike } from '../define.js';
import { anyBotHand, botHand, type Hand, legPlan } from '../hand.js';
import { momentsOver } from '../moments.js';
import { outsiderPlan } from '../outsider.js';
import type { Act, Row, Stage, Step, Trip } from '../row.js';
import { shareOf, spreadShare } from '../sizes.js';
import type { Venue } from '../venue.js';

/** Trades that only fake activity, with an outsider's in between. */
export const volume: readonly Row[] = [
  lookAlike('volume bot at a loss with an outsider between', 0, {
    wants: 'loss',
    lanes: 5,
    scenes: [1, 12],
    gap: [1, 6],
    actor(first) {
      const hand = anyBotHand(first);
      return (stage) => volumeTrip(stage, hand);
    },
  }),
  lookAlike('ring of five with an outsider', 0, { lanes: 2, scenes: [1, 6], gap: [1, 6], actor: ring }),
];

/** Buys, and sells the same again at a loss. */
function volumeTrip(stage: Stage, hand: Hand): Step[] | null {
  const { random } = stage;
  const venue = stage.venue();
  const slots = stage.slotsOver([0, 2]);
  if (venue === null || slots === null) return null;
  const size = shareOf(venue.pool.curve.quoteReserve, spreadShare(random, 0.000_5, 0.01));
  const trip = stage.trip(venue);
  const steps: Step['plan'][] = [
    (now) => legPlan(stage, trip, 'front', hand, size, now),
    (now) => outsider(stage, trip, now),
    (now) => legPlan(stage, trip, 'back', hand, got(trip.fronts), now),
  ];
  return placed(steps, momentsOver(random, slots, steps.length));
}

/** Too small to turn the loss of two fees into a gain. */
function outsider({ market, random }: Stage, trip: Trip, now: PlanContext) {
  const { venue } = trip;
  const amountIn = shareOf(venue.pool.curve.quoteReserve, spreadShare(random, 0.000_1, 0.001_5));
  const trade = { venue, isBuy: true, amountIn, limits: 'spared' } as const;
  const { plan, swap } = outsiderPlan(market, trade, now);
  if (swap !== null) trip.placed.push(swap);
  return plan;
}

/** Five wallets with one price and one way; each buys, then each sells. */
function ring(first: Stage): Act {
  const { random, context } = first;
  const program = random.chance(0.4) ? newPrivateProgram(context) : null;
  const price = random.between(1_000, 90_000);
  const computeUnitLimit = random.between(150, 300) * 1_000;
  const hands = Array.from({ length: 5 }, () => botHand(first, program, { price, computeUnitLimit }));
  return (stage) => {
    const venue = stage.venue();
    const slots = stage.slotsOver([0, 2]);
    if (venue === null || slots === null) return null;
    const steps = roundOf(stage, venue, hands);
    return placed(steps, momentsOver(stage.random, slots, steps.length));
  };
}

function roundOf(stage: Stage, venue: Venue, hands: readonly Hand[]): Step['plan'][] {
  const { random } = stage;
  const size = shareOf(venue.pool.curve.quoteReserve, spreadShare(random, 0.000_5, 0.01));
  // Most rings trade equal amounts, some a little more or less.
  const sizes = hands.map(() => (random.chance(0.6) ? size : shareOf(size, 0.8 + 0.2 * random.unit())));
  const trips = hands.map(() => stage.trip(venue));
  const ofRing = (plan: ReturnType<typeof legPlan>): ReturnType<typeof legPlan> => {
    // A v1 message states a total fee, which implies a different price.
    if (plan.version === 1) plan.version = 0;
    return plan;
  };
  const outside: Step['plan'] = (now) => {
    const plan = outsider(stage, trips[0]!, now);
    for (const trip of trips.slice(1)) trip.placed.push(...trips[0]!.placed);
    return plan;
  };
  return [
    ...trips.map((trip, index): Step['plan'] => {
      return (now) => ofRing(legPlan(stage, trip, 'front', hands[index]!, sizes[index]!, now));
    }),
    outside,
    ...trips.map((trip, index): Step['plan'] => {
      return (now) => ofRing(legPlan(stage, trip, 'back', hands[index]!, got(trip.fronts), now));
    }),
  ];
}
