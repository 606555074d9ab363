import type { FlowPool } from '../pool.js';
import type { Stage } from '../stage.js';

/** Two pools at once: one transaction opens both, one closes both, with a victim in each. Two sandwiches. */
export function plantMultiPool(stage: Stage): boolean {
  const { random, world } = stage;
  const pools: FlowPool[] = [];
  for (let index = 0; index < 2; index += 1) {
    const pool = stage.takePool(world.pools, 0);
    if (pool !== null && pool.baseMint !== pools[0]?.baseMint) pools.push(pool);
  }
  if (pools.length < 2) return false;
  const bot = random.pick(stage.bots);
  const own = bot.outer === undefined ? {} : { outer: bot.outer };
  const scenes = pools.map((pool) => stage.scene('two pools at once', pool));
  stage.inOneSlot([
    () => {
      for (const scene of scenes) scene.open();
      const swaps = world.send({
        wallet: bot.wallet,
        cost: stage.bid(),
        ...own,
        actions: pools.map((pool) => ({
          do: 'swap',
          pool,
          side: 'buy',
          amountIn: stage.sizes(pool).front,
        })),
      });
      scenes.forEach((scene, index) => {
        scene.adopt(swaps[index]!, 'front');
      });
    },
    ...scenes.map((scene) => () => scene.victim(stage.sizes(scene.pool).victim)),
    () => {
      const prospect = scenes.reduce((sum, scene) => sum + scene.prospect(scene.gained), 0n);
      const swaps = world.send({
        wallet: bot.wallet,
        cost: stage.bidWithTip(prospect, 0.5),
        ...own,
        actions: scenes.map(({ pool, gained }) => ({ do: 'swap', pool, side: 'sell', amountIn: gained })),
      });
      scenes.forEach((scene, index) => {
        scene.adopt(swaps[index]!, 'back');
        scene.close({ attackers: [bot.wallet], programs: bot.outer === undefined ? [] : [bot.outer] });
      });
    },
  ]);
  return true;
}
