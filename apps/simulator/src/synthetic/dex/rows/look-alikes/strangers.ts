import { got } from '../../planned-swap.js';
import { newPrivateProgram } from '../../sandwich/bot.js';
import { transferPlan } from '../../sandwich/link-plans.js';
import type { PrivateProgram } from '../../trade.js';
import { lookAlike } from '../define.js';
import { asBot, botExecutor, personExecutor, stock } from '../leg-executor.js';
import { profitSteps } from '../profit.js';
import { type Act, inScenePool, type Row, type Stage } from '../row.js';

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
  return inScenePool((stage, scenePool) => {
    const program = own ?? stage.terminals.any(stage.context);
    const [front, back] = [botExecutor(stage, program), botExecutor(stage, program)];
    stock(stage, back.wallet, scenePool.pool);
    return profitSteps(stage, scenePool, { front, back, span: [0, 4], soldOf: soldBy(stage) });
  });
}

const sponsoredUsers: Act = (stage) => {
  const scenePool = stage.scenePool();
  const payer = stage.sponsors.busy(stage.context, SPONSORED);
  if (scenePool === null || payer === null) return null;
  const [front, back] = [botExecutor(stage, 'direct', { payer }), botExecutor(stage, 'direct', { payer })];
  stock(stage, back.wallet, scenePool.pool);
  for (const { wallet } of [front, back]) stage.sponsors.served(payer, wallet);
  return profitSteps(stage, scenePool, { front, back, span: [0, 4], soldOf: soldBy(stage) });
};

/** A person buys tokens and gives them away; the receiver sells them when the price has risen. */
const gift = inScenePool((stage, scenePool) => {
  const { market } = stage;
  const { pool } = scenePool;
  const front = personExecutor(stage, pool);
  const back = personExecutor(stage, pool);
  return profitSteps(stage, scenePool, {
    ...{ front, back, span: [0, 4] },
    links: [
      (trip, now) => transferPlan(market, asBot(front), back.wallet, pool.baseMint, got(trip.fronts), now),
    ],
  });
});
