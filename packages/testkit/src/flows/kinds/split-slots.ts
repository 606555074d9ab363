import type { Stage } from '../stage.js';

/**
 * Two buys in two slots, victims, two sales in two later slots: at most four slots in total. No buy is as large as a
 * sale; otherwise each pair would be a sandwich of its own, the shorter span first (rule 7).
 */
export function plantSplitSlots(stage: Stage): boolean {
  const { random, world } = stage;
  const pool = stage.takePool(world.pools, 4);
  if (pool === null) return false;
  const wallet = stage.fresh();
  const scene = stage.scene('split across slots', pool);
  const { front, victim } = stage.sizes(pool);
  const first = world.slot;
  const less = (front * BigInt(random.whole(200, 400))) / 1_000n;
  const buy = (amountIn: bigint) => (): void => {
    scene.front({ wallet, amountIn, cost: stage.bid() });
  };
  const sell = (last: boolean) => (): void => {
    const amountIn = last ? scene.gained - scene.gained / 2n : scene.gained / 2n;
    scene.back({ wallet, amountIn, cost: stage.bidWithTip(scene.prospect(amountIn), 0.2) });
    if (last) scene.close({ attackers: [wallet] });
  };
  world.at(first, random.next(), buy(less));
  world.at(first + 1, random.between(0, 0.9), buy(front - less));
  world.at(first + 2, random.between(0, 0.4), () => scene.victim(victim));
  world.at(first + 2, random.between(0.4, 0.8), () => scene.victim(victim));
  const secondLast = random.whole(2, 3);
  world.at(first + secondLast, random.between(0.8, 1), sell(false));
  world.at(first + secondLast + 1, random.next(), sell(true));
  return true;
}
