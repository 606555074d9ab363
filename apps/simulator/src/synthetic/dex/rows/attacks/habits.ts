import { got, paid } from '../../planned-swap.js';
import { newPrivateProgram } from '../../sandwich/bot.js';
import { attackSteps } from '../attack.js';
import { habit } from '../define.js';
import { anyBotExecutor, botExecutor, type LegExecutor, stock } from '../leg-executor.js';
import { type Act, inScenePool, type Row, type Stage, type Trip } from '../row.js';
import { inputFor } from '../sizes.js';

/** Bots that only their record gives away. */
export const habits: readonly Row[] = [
  habit('fresh pair behind one private program, from the sixth on', { actor: freshPairs }),
  habit('only spans of 5 to 8, from the sixth on', {
    lanes: 24,
    actor(first) {
      const executor = anyBotExecutor(first);
      return oneExecutor(executor, { span: [5, 8] });
    },
  }),
  habit('keeps 0.3 %, from the sixth on', {
    actor(first) {
      const executor = anyBotExecutor(first);
      return oneExecutor(executor, { span: [0, 4], sold: 997n });
    },
  }),
  habit('sells first and buys the same tokens back, gain in SOL, from the sixth on', {
    actor: sellsFirst('quote'),
  }),
  habit('sells first and buys back for all of it, gain in tokens, from the sixth on', {
    actor: sellsFirst('base'),
  }),
];

function oneExecutor(executor: LegExecutor, wishes: { span: readonly [number, number]; sold?: bigint }): Act {
  return inScenePool((stage, scenePool) => {
    const victims = stage.random.chance(0.7) ? 1 : stage.random.between(2, 4);
    return attackSteps(stage, scenePool, { fronts: [executor], backs: [executor], victims, ...wishes });
  });
}

/** Two wallets that were never seen before and share nothing but the program. The second has old tokens. */
function freshPairs({ context }: Stage): Act {
  const program = newPrivateProgram(context);
  return inScenePool((stage, scenePool) => {
    const [front, back] = [botExecutor(stage, program), botExecutor(stage, program)];
    stock(stage, back.wallet, scenePool.pool);
    const sold = stage.random.pick([1_000n, 1_000n, 996n, 1_004n]);
    return attackSteps(stage, scenePool, { fronts: [front], backs: [back], span: [0, 4], sold });
  });
}

/** Old tokens are sold before others sell, and bought back after them. */
function sellsFirst(gainsIn: 'base' | 'quote') {
  return (first: Stage): Act => {
    const executor = anyBotExecutor(first);
    // What it sold, to the unit or nearly; or for all that it got.
    const backAmount = ({ fronts, backs, scenePool }: Trip): bigint | null => {
      if (gainsIn === 'base') return got(fronts);
      const sold = paid(fronts);
      return backs.length > 0 ? null : inputFor(scenePool.pool.curve, true, sold);
    };
    return inScenePool((stage, scenePool) => {
      stock(stage, executor.wallet, scenePool.pool);
      const legs = { fronts: [executor], backs: [executor], backAmount };
      return attackSteps(stage, scenePool, { ...legs, span: [0, 4], isBuy: false });
    });
  };
}
