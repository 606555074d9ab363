import { newPrivateProgram } from '../../sandwich/bot.js';
import { got } from '../../sandwich/legs.js';
import { transferPlan } from '../../sandwich/link-plans.js';
import type { PrivateProgram } from '../../trade.js';
import { lookAlike } from '../define.js';
import { botHand, personHand, stock } from '../hand.js';
import { profitSteps } from '../profit.js';
import type { Act, Row, Stage } from '../row.js';

const GOAL = 0.02;
/** The number of users that make a fee payer a sponsor. */
const SPONSORED = 6;

/** Two people who do not act as one, though something links them. */
export const strangers: readonly Row[] = [
  lookAlike('two users of one unlisted terminal', GOAL, {
    wants: 'gain',
    scenes: [1, 8],
    gap: [1, 12],
    actor: terminalUsers,
  }),
  lookAlike('two users of one sponsor', GOAL, { wants: 'gain', actor: () => sponsoredUsers }),
  lookAlike('a gift sold at a gain', GOAL, { wants: 'gain', actor: () => gift }),
];

/** One sells about as much as the other bought, out of tokens of his own. */
function soldBy(stage: Stage): (bought: bigint) => bigint {
  const draw = stage.random.unit();
  const millionths = draw < 0.4 ? 1_000_000n : BigInt(990_000 + stage.random.below(20_001));
  return (bought) => (bought * millionths) / 1_000_000n;
}

/** A small terminal, whose few users are all in the scene, or one that many of the pools' traders use. */
function terminalUsers(first: Stage): Act {
  const own: PrivateProgram | null = first.random.chance(0.5) ? newPrivateProgram(first.context) : null;
  return (stage) => {
    const venue = stage.venue();
    if (venue === null) return null;
    const program = own ?? stage.terminals.any(stage.context);
    const [front, back] = [botHand(stage, program), botHand(stage, program)];
    stock(stage, back.wallet, venue.pool);
    return profitSteps(stage, venue, { front, back, span: [0, 4], soldOf: soldBy(stage) });
  };
}

const sponsoredUsers: Act = (stage) => {
  const venue = stage.venue();
  const payer = stage.sponsors.busy(stage.context, SPONSORED);
  if (venue === null || payer === null) return null;
  const [front, back] = [botHand(stage, null, { payer }), botHand(stage, null, { payer })];
  stock(stage, back.wallet, venue.pool);
  for (const { wallet } of [front, back]) stage.sponsors.served(payer, wallet);
  return profitSteps(stage, venue, { front, back, span: [0, 4], soldOf: soldBy(stage) });
};

/** A person buys tokens and gives them away; the receiver sells them when the price has risen. */
const gift: Act = (stage) => {
  const venue = stage.venue();
  if (venue === null) return null;
  const { market } = stage;
  const { pool } = venue;
  const front = personHand(stage, pool);
  const back = personHand(stage, pool);
  const giver = { wallet: front.wallet, program: null, computeUnitPrice: front.price ?? 0 };
  return profitSteps(stage, venue, {
    front,
    back,
    span: [0, 4],
    links: [(trip, now) => transferPlan(market, giver, back.wallet, pool.baseMint, got(trip.fronts), now)],
  });
};
