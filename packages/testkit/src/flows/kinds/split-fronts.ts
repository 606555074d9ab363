import type { Stage } from '../stage.js';

/** Two to four buys in one slot, one sale of the sum. */
export function plantSplitFronts(stage: Stage): boolean {
  const { random } = stage;
  const pool = stage.takePool(stage.world.pools, 0);
  if (pool === null) return false;
  const { wallet } = random.pick(stage.bots);
  const scene = stage.scene('split fronts', pool);
  const parts = random.whole(2, 4);
  const { front, victim } = stage.sizes(pool);
  const buys = Array.from({ length: parts }, () => () => {
    scene.front({ wallet, amountIn: front / BigInt(parts), cost: stage.bid() });
  });
  stage.inOneSlot([
    ...buys,
    () => scene.victim(victim),
    () => {
      const amountIn = scene.gained;
      scene.back({ wallet, amountIn, cost: stage.bidWithTip(scene.prospect(amountIn), 0.5) });
      scene.close({ attackers: [wallet] });
    },
  ]);
  return true;
}
