import { attackSteps } from './attack.js';
import { attack, lookAlike } from './define.js';
import { anyBotExecutor } from './leg-executor.js';
import { profitSteps } from './profit.js';
import { inScenePool, type Row } from './row.js';

const SPAN = [0, 4] as const;
const MANY = { lanes: 60, scenes: [1, 2], gap: [1, 6], bystanders: 'spared' } as const;

/**
 * Cases that no table covers: one wallet's attacks, and profits taken, with one trade between, of whose limit any share
 * is used. Both by the same wallets, over the same spans.
 */
export const OVERLAP: readonly [Row, Row] = [
  attack('attacks, any use', 0, {
    ...MANY,
    actor(first) {
      const executor = anyBotExecutor(first);
      return inScenePool((stage, scenePool) =>
        attackSteps(stage, scenePool, { fronts: [executor], backs: [executor], span: SPAN, limits: 'drawn' }),
      );
    },
  }),
  lookAlike('profits, any use', 1, {
    ...MANY,
    wants: 'gain',
    actor(first) {
      const executor = anyBotExecutor(first);
      const follower = () => ({ limits: 'drawn' }) as const;
      return inScenePool((stage, scenePool) =>
        profitSteps(stage, scenePool, {
          front: executor,
          back: executor,
          span: SPAN,
          followers: [1, 1],
          follower,
        }),
      );
    },
  }),
];
