import { liquidityMoves } from '../../flow/jit-liquidity.js';
import { type AttackPlan, attackSteps } from '../attack.js';
import { attack } from '../define.js';
import { anyBotExecutor, asBot, type LegExecutor } from '../leg-executor.js';
import { type Act, inScenePool, type Row } from '../row.js';

const GOAL = 0.9;

/** Sandwiches of more than one front and one back. */
export const shapes: readonly Row[] = [
  row('two fronts and three backs', 2, 3),
  row('ten backs', 1, 10),
  attack('two pools at once', GOAL, {
    lanes: 6,
    scenes: [1, 4],
    actor(first) {
      const executor = anyBotExecutor(first);
      return (stage) => {
        const one = stage.scenePool();
        const other = one && stage.scenePool({ not: one });
        if (one === null || other === null) return null;
        const wishes: AttackPlan = { fronts: [executor], backs: [executor], span: [0, 4] };
        const steps = attackSteps(stage, one, wishes);
        // Where the second pool has no victim worth it, the first is a sandwich of its own.
        return steps && [...steps, ...(attackSteps(stage, other, wishes) ?? [])];
      };
    },
  }),
  attack('liquidity on top', GOAL, {
    scenes: [1, 3],
    actor: (first) => withLiquidity(anyBotExecutor(first)),
  }),
];

function row(name: string, fronts: number, backs: number): Row {
  return attack(name, GOAL, {
    scenes: [1, 3],
    actor(first) {
      const executor = anyBotExecutor(first);
      return inScenePool((stage, scenePool) =>
        attackSteps(stage, scenePool, {
          fronts: Array.from({ length: fronts }, () => executor),
          backs: Array.from({ length: backs }, () => executor),
          span: [0, 4],
          victims: stage.random.between(1, 3),
        }),
      );
    },
  });
}

/** It swaps, puts liquidity in, lets the victim trade with both, takes it out and swaps back. */
function withLiquidity(executor: LegExecutor): Act {
  return inScenePool(
    (stage, scenePool) => {
      const share = BigInt(stage.random.between(20, 250));
      const { put, take } = liquidityMoves(stage.market, asBot(executor), scenePool.pool, share);
      return attackSteps(stage, scenePool, {
        fronts: [executor],
        backs: [executor],
        span: [0, 3],
        inner: [put, take],
      });
    },
    { dexes: ['raydium_cpmm'] },
  );
}
