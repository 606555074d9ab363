import type { Stage } from '../stage.js';

/** One to five failed fronts, in the slot or the one before it, then a successful one; some backs fail too. */
export function plantFailedFronts(stage: Stage): boolean {
  const { random, world } = stage;
  const pool = stage.takePool(world.pools, 1);
  if (pool === null) return false;
  const { wallet } = random.pick(stage.bots);
  const scene = stage.scene('failed fronts first', pool);
  const { front, victim } = stage.sizes(pool);
  const plan = () => ({ wallet, amountIn: front, cost: stage.bid() });
  for (let tries = random.whole(1, 3); tries > 0; tries -= 1)
    world.at(world.slot, random.between(0.5, 1), () => scene.fail(plan(), 'front'));
  world.at(world.slot + 1, -1, () =>
    stage.inOneSlot([
      ...Array.from({ length: random.whole(0, 2) }, () => () => scene.fail(plan(), 'front')),
      () => {
        scene.front(plan());
      },
      () => scene.victim(victim),
      ...(random.chance(0.3) ? [() => scene.fail({ ...plan(), amountIn: scene.gained }, 'back')] : []),
      () => {
        const amountIn = scene.gained;
        scene.back({ wallet, amountIn, cost: stage.bidWithTip(scene.prospect(amountIn), 0.5) });
        scene.close({ attackers: [wallet] });
      },
    ]),
  );
  return true;
}
