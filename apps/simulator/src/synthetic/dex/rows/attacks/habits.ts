import type { PlanContext } from '../../../kinds/kind.js';
import { newPrivateProgram } from '../../sandwich/bot.js';
import { got } from '../../sandwich/legs.js';
import { attackSteps } from '../attack.js';
import { habit } from '../define.js';
import { anyBotHand, botHand, stock } from '../hand.js';
import type { Row, Stage, Trip } from '../row.js';
import { inputFor } from '../sizes.js';

/** Bots that only their record gives away. */
export const habits: readonly Row[] = [
  habit('fresh pair behind one private program, from the sixth on', { actor: freshPairs }),
  habit('only spans of 5 to 8, from the sixth on', {
    lanes: 24,
    actor(first) {
      const hand = anyBotHand(first);
      return (stage) => oneHand(stage, hand, { span: [5, 8] });
    },
  }),
  habit('keeps 0.3 %, from the sixth on', {
    actor(first) {
      const hand = anyBotHand(first);
      return (stage) => oneHand(stage, hand, { span: [0, 4], sold: 997n });
    },
  }),
  habit('sells first and buys the same tokens back, gain in SOL, from the sixth on', {
    actor: sellsFirst('quote'),
  }),
  habit('sells first and buys back for all of it, gain in tokens, from the sixth on', {
    actor: sellsFirst('base'),
  }),
];

function oneHand(
  stage: Stage,
  hand: ReturnType<typeof anyBotHand>,
  wishes: { span: readonly [number, number]; sold?: bigint },
) {
  const venue = stage.venue();
  if (venue === null) return null;
  const victims = stage.random.chance(0.7) ? 1 : stage.random.between(2, 4);
  return attackSteps(stage, venue, { fronts: [hand], backs: [hand], victims, ...wishes });
}

/** Two wallets that were never seen before and share nothing but the program. The second has old tokens. */
function freshPairs({ context }: { context: PlanContext }) {
  const program = newPrivateProgram(context);
  return (stage: Stage) => {
    const venue = stage.venue();
    if (venue === null) return null;
    const [front, back] = [botHand(stage, program), botHand(stage, program)];
    stock(stage, back.wallet, venue.pool);
    const sold = stage.random.pick([1_000n, 1_000n, 996n, 1_004n]);
    return attackSteps(stage, venue, { fronts: [front], backs: [back], span: [0, 4], sold });
  };
}

/** Old tokens are sold before others sell, and bought back after them. */
function sellsFirst(gainsIn: 'base' | 'quote') {
  return (first: Stage) => {
    const hand = anyBotHand(first);
    // What it sold, to the unit or nearly; or for all that it got.
    const backAmount = ({ fronts, backs, venue }: Trip): bigint | null => {
      if (gainsIn === 'base') return got(fronts);
      const sold = fronts.reduce((sum, { fill }) => sum + fill.traderIn, 0n);
      return backs.length > 0 ? null : inputFor(venue.pool.curve, true, sold);
    };
    return (stage: Stage) => {
      const venue = stage.venue();
      if (venue === null) return null;
      stock(stage, hand.wallet, venue.pool);
      return attackSteps(stage, venue, {
        fronts: [hand],
        backs: [hand],
        span: [0, 4],
        isBuy: false,
        backAmount,
      });
    };
  };
}
