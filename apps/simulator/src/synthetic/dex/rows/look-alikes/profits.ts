import { newPrivateProgram } from '../../sandwich/bot.js';
import type { Step } from '../../steps.js';
import { isRoute } from '../../swap-by.js';
import type { PrivateProgram } from '../../trade.js';
import { lookAlike } from '../define.js';
import { afterLaunch } from '../launched.js';
import { botExecutor, personExecutor } from '../leg-executor.js';
import { profitSteps } from '../profit.js';
import { type Act, inScenePool, type Row, type Stage } from '../row.js';

const GOAL = 0.02;

/** Profits taken within seconds from people who happened to come after. */
export const profits: readonly Row[] = [
  lookAlike('takes profit whole within 3 slots', GOAL, {
    wants: 'gain',
    actor: () =>
      inScenePool((stage, scenePool) => {
        const executor = personExecutor(stage, scenePool.pool);
        return profitSteps(stage, scenePool, { front: executor, back: executor, span: [0, 3] });
      }),
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
  const executor = botExecutor(first);
  const isOneTerminal = first.random.chance(0.6);
  const program = first.random.chance(0.5) ? first.terminals.any(first.context) : null;
  return inScenePool((stage, scenePool) => {
    const { terminals, context, random } = stage;
    const programs: (PrivateProgram | null)[] = [null, terminals.any(context), newPrivateProgram(context)];
    return profitSteps(stage, scenePool, {
      ...{ front: executor, back: executor, span: [0, 4], followers: [8, 8] },
      follower: () => ({ program: isOneTerminal ? program : random.pick(programs) }),
    });
  });
}

/** Scalps within four slots, in a few pools at a time; after forty of them, it holds longer. */
function scalper(first: Stage): Act {
  const drawn = personExecutor(first);
  // A bonding curve takes no shared accounts.
  const executor = isRoute(drawn.way) ? botExecutor(first) : drawn;
  let done = 0;
  return (stage) => {
    const steps: Step[] = [];
    for (let left = stage.random.between(1, 4); left > 0; left -= 1) {
      const scenePool = stage.scenePool();
      const span = done < 40 ? ([1, 4] as const) : ([5, 10] as const);
      const scalp = scenePool && profitSteps(stage, scenePool, { front: executor, back: executor, span });
      if (scalp === null) continue;
      steps.push(...scalp);
      done += 1;
    }
    return steps.length === 0 ? null : steps;
  };
}

/** A token is created and traded; 25 slots later a sniper buys, others follow, and it sells. */
function sniper(first: Stage): Act {
  return afterLaunch(first, 'spared', (stage, launched) => {
    const executor = personExecutor(stage, launched.pool);
    return profitSteps(stage, launched, { front: executor, back: executor, span: [0, 4] });
  });
}
