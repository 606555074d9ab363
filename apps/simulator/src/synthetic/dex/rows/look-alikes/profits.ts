import { createPlan, launchAccounts } from '../../flow/launch.js';
import { launchPool } from '../../market.js';
import { newBot, newPrivateProgram } from '../../sandwich/bot.js';
import type { PrivateProgram } from '../../trade.js';
import { lookAlike } from '../define.js';
import { botHand, personHand } from '../hand.js';
import { profitSteps } from '../profit.js';
import type { Act, Row, Stage, Step } from '../row.js';
import { take, type Venue, venueOf } from '../venue.js';

const GOAL = 0.02;

/** Profits taken within seconds from people who happened to come after. */
export const profits: readonly Row[] = [
  lookAlike('takes profit whole within 3 slots', GOAL, {
    wants: 'gain',
    actor: () => (stage) => {
      const venue = stage.venue();
      if (venue === null) return null;
      const hand = personHand(stage, venue.pool);
      return profitSteps(stage, venue, { front: hand, back: hand, span: [0, 3] });
    },
  }),
  lookAlike('a leader with eight copiers', GOAL, {
    wants: 'gain',
    scenes: [1, 8],
    gap: [1, 10],
    actor: leader,
  }),
  lookAlike('40 scalps a day, then longer ones', GOAL, {
    lanes: 4,
    scenes: [22, 30],
    gap: [0, 2],
    actor: scalper,
  }),
  lookAlike('launch sniper 25 slots after creation', GOAL, {
    wants: 'gain',
    lanes: 50,
    scenes: [2, 2],
    gap: [25, 27],
    actor: sniper,
  }),
];

/** Eight wallets that buy whatever the leader buys, with a terminal's copy trading or bots of their own. */
function leader(first: Stage): Act {
  const hand = botHand(first, null);
  const isOneTerminal = first.random.chance(0.6);
  const program = first.random.chance(0.5) ? first.terminals.any(first.context) : null;
  return (stage) => {
    const venue = stage.venue();
    if (venue === null) return null;
    const { terminals, context, random } = stage;
    const programs: (PrivateProgram | null)[] = [null, terminals.any(context), newPrivateProgram(context)];
    return profitSteps(stage, venue, {
      front: hand,
      back: hand,
      span: [0, 4],
      followers: [8, 8],
      follower: () => ({ program: isOneTerminal ? program : random.pick(programs) }),
    });
  };
}

/** Scalps within four slots, in a few pools at a time; after forty of them, it holds longer. */
function scalper(first: Stage): Act {
  const drawn = personHand(first);
  // A bonding curve takes no shared accounts.
  const hand = drawn.way === 'program' || drawn.way === 'direct' ? drawn : botHand(first, null);
  let done = 0;
  return (stage) => {
    const steps: Step[] = [];
    for (let left = stage.random.between(1, 4); left > 0; left -= 1) {
      const venue = stage.venue();
      const span = done < 40 ? ([1, 4] as const) : ([5, 10] as const);
      const scalp = venue && profitSteps(stage, venue, { front: hand, back: hand, span });
      if (scalp === null) continue;
      steps.push(...scalp);
      done += 1;
    }
    return steps.length === 0 ? null : steps;
  };
}

/** A token is created and traded; 25 slots later a sniper buys, others follow, and it sells. */
function sniper({ market }: Stage): Act {
  const accounts = launchAccounts(market);
  let launched: Venue | null = null;
  return (stage) => {
    const { context, random, slot } = stage;
    if (launched !== null) {
      const hand = personHand(stage, launched.pool);
      return profitSteps(stage, launched, { front: hand, back: hand, span: [0, 4] });
    }
    const maker = newBot({ market, context });
    const pool = launchPool(market, maker.wallet);
    const venue = venueOf(pool, 0.3 + 0.9 * random.unit());
    venue.buyShare = 0.85;
    venue.isPassing = true;
    take(venue, 'spared');
    return [
      {
        slot,
        position: 0.9 * random.unit(),
        plan(now) {
          launched = venue;
          stage.addVenue(venue);
          return createPlan(market, accounts, maker, pool, now);
        },
      },
    ];
  };
}
