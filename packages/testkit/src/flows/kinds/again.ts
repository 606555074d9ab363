import type { Stage } from '../stage.js';

/**
 * One bot in one pool, two to five times within three slots, sometimes twice in one slot, always with the same stake.
 * Each sale closes the buy before it, and no other buy.
 */
export function plantAgain(stage: Stage): boolean {
  const { random, world } = stage;
  const pool = stage.takePool(world.pools, 3);
  if (pool === null) return false;
  const { wallet } = random.pick(stage.bots);
  const stake = stage.sizes(pool).front;
  const slots = Array.from({ length: random.whole(2, 5) }, () => random.whole(0, 2));
  const round = () => {
    const scene = stage.scene('again and again in one pool', pool);
    return [
      () => {
        scene.front({ wallet, amountIn: stake, cost: stage.bid() });
      },
      () => scene.victim(stage.sizes(pool).victim),
      () => {
        const amountIn = scene.gained;
        scene.back({ wallet, amountIn, cost: stage.bidWithTip(scene.prospect(amountIn), 0.3) });
        scene.close({ attackers: [wallet] });
      },
    ];
  };
  for (const offset of [0, 1, 2]) {
    const steps = slots.filter((slot) => slot === offset).flatMap(round);
    if (steps.length > 0) world.at(world.slot + offset, -1, () => stage.inOneSlot(steps));
  }
  return true;
}
