import { findPoolPairs } from '../honest/arbitrage.js';
import type { Stage } from '../stage.js';

/** Buys in one pool before the victim there, and sells in another pool of the same token. */
export function plantCrossPool(stage: Stage): boolean {
  const { random, world } = stage;
  const pair = random.pick(findPoolPairs(world.pools));
  const [pool, other] = random.chance(0.5) ? pair : [pair[1], pair[0]];
  if (!stage.take(pool, 0)) return false;
  if (!stage.take(other, 0)) return false;
  const { wallet } = random.pick(stage.bots);
  const scene = stage.scene('front and back in two pools (suspected)', pool);
  const { front, victim } = stage.sizes(pool);
  const amountIn = front < other.quote / 10n ? front : other.quote / 10n;
  stage.inOneSlot([
    () => {
      scene.front({ wallet, amountIn, cost: stage.bid() });
    },
    () => scene.victim(victim),
    () => {
      const [sale] = world.send({
        wallet,
        cost: stage.bid(),
        actions: [{ do: 'swap', pool: other, side: 'sell', amountIn: scene.gained }],
      });
      scene.adopt(sale!, 'back');
      scene.close({
        attackers: [wallet],
        apart: {
          expected: 'suspected',
          reason: 'cross_pool',
          why: 'rule 6: front in one pool, back in another',
        },
      });
    },
  ]);
  return true;
}
