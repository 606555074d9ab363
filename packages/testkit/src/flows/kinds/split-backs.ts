import type { Stage } from '../stage.js';

/** One buy, two or three sales that add up to it, in one slot. */
export function plantSplitBacks(stage: Stage): boolean {
  const { random } = stage;
  const pool = stage.takePool(stage.world.pools, 0);
  if (pool === null) return false;
  const { wallet } = random.pick(stage.bots);
  const scene = stage.scene('split backs', pool);
  const parts = random.whole(2, 3);
  const { front, victim } = stage.sizes(pool);
  const sell = (part: number) => (): void => {
    // The last part takes the remainder of the division.
    const share = scene.gained / BigInt(parts);
    const last = part === parts - 1;
    const amountIn = last ? scene.gained - share * BigInt(parts - 1) : share;
    scene.back({ wallet, amountIn, cost: stage.bidWithTip(scene.prospect(amountIn), 0.4) });
    if (last) scene.close({ attackers: [wallet] });
  };
  stage.inOneSlot([
    () => {
      scene.front({ wallet, amountIn: front, cost: stage.bid() });
    },
    () => scene.victim(victim),
    ...Array.from({ length: parts }, (_, part) => sell(part)),
  ]);
  return true;
}
