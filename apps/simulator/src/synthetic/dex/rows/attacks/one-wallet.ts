import { attackSteps } from '../attack.js';
import { attack } from '../define.js';
import { anyBotExecutor } from '../leg-executor.js';
import { inScenePool, type Row, type ScenePoolWish } from '../row.js';

const GOAL = 0.98;

/** One wallet that buys before others and sells after them. */
export const oneWallet: readonly Row[] = [
  row('one wallet, one slot', [0, 0]),
  row('one wallet, spans of 1 to 4', [1, 4]),
  row('one wallet, one slot, no limit known', [0, 0], { limits: 'none' }),
  row('dollars, over two slots', [1, 1], { wish: { isDollar: true } }),
  row('bonding curve, spans of 0 to 4', [0, 4], { wish: { dexes: ['pump_fun'] } }),
];

function row(
  name: string,
  span: readonly [number, number],
  { limits = 'used', wish = {} }: { limits?: 'used' | 'none'; wish?: ScenePoolWish } = {},
): Row {
  return attack(name, GOAL, {
    // Some attackers come once, others many times.
    scenes: [1, 4],
    bystanders: limits === 'none' ? 'none' : 'any',
    actor(first) {
      const executor = anyBotExecutor(first);
      return inScenePool((stage, scenePool) => {
        const victims = stage.random.chance(0.75) ? 1 : stage.random.between(2, 6);
        return attackSteps(stage, scenePool, {
          fronts: [executor],
          backs: [executor],
          span,
          limits,
          victims,
        });
      }, wish);
    },
  });
}
