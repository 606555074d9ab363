import type { RouteFee } from '../../aggregator.js';
import { newPrivateProgram } from '../../sandwich/bot.js';
import { attackSteps } from '../attack.js';
import { attack } from '../define.js';
import { afterLaunch } from '../launched.js';
import { anyBotExecutor, botExecutor } from '../leg-executor.js';
import { inScenePool, type Row, type ScenePoolWish } from '../row.js';
import type { ScenePool } from '../scene-pool.js';
import { NOT_PUMP_FUN } from './linked-wallets.js';

const GOAL = 0.98;

/** One wallet that buys before others and sells after them. */
export const oneWallet: readonly Row[] = [
  row('one wallet, one slot', [0, 0]),
  row('one wallet, spans of 1 to 4', [1, 4]),
  row('one wallet, one slot, no limit known', [0, 0], { limits: 'none' }),
  row('dollars, over two slots', [1, 1], { wish: { isDollar: true } }),
  row('bonding curve, spans of 0 to 4', [0, 4], { wish: { dexes: ['pump_fun'] } }),
  attack('victim through an aggregator that takes a fee', 0.95, {
    actor(first) {
      const executor = anyBotExecutor(first);
      return inScenePool(
        (stage, scenePool) => {
          const { random, market } = stage;
          const fee: RouteFee = {
            owner: market.newWallet(1_000_000_000),
            basisPoints: random.between(10, 150),
            of: random.chance(0.7) ? 'output' : 'input',
          };
          return attackSteps(stage, scenePool, { fronts: [executor], backs: [executor], span: [0, 4], fee });
        },
        { dexes: NOT_PUMP_FUN },
      );
    },
  }),
  attack('5 to 18 slots after the pool was created', 0.9, {
    lanes: 24,
    scenes: [2, 2],
    gap: [6, 13],
    actor: (first) =>
      afterLaunch(first, 'any', (stage, launched) => {
        const executor = anyBotExecutor(stage);
        return attackSteps(stage, launched, { fronts: [executor], backs: [executor], span: [0, 4] });
      }),
  }),
  attack('three wallets in turn behind one program with one fee setting, from the third on', 0.9, {
    notBefore: 2,
    lanes: 18,
    scenes: [5, 8],
    gap: [1, 2],
    actor(first) {
      const program = newPrivateProgram(first.context);
      const fees = { price: first.random.spread(8, 20), computeUnitLimit: 300_000 };
      const wallets = Array.from({ length: 3 }, () => botExecutor(first, program, fees));
      let only: ScenePool | undefined;
      return (stage) => {
        const scenePool = stage.scenePool(only && { only });
        const [next] = wallets;
        const steps =
          scenePool && attackSteps(stage, scenePool, { fronts: [next!], backs: [next!], span: [0, 4] });
        if (steps === null) return null;
        only = scenePool!;
        wallets.push(wallets.shift()!);
        return steps;
      };
    },
  }),
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
