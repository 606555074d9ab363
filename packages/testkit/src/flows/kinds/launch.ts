import { newCurve } from '../market.js';
import type { Stage } from '../stage.js';

/**
 * A launch: the creator and its bundle buy in the block of the creation, the public follows, a sniper sells everything.
 */
export function plantLaunch(stage: Stage): boolean {
  const { random, world } = stage;
  const pool = newCurve(stage.nextNumber());
  const [creator, sniper] = [stage.fresh(), stage.fresh()];
  const scene = stage.scene('launch (suspected)', pool);
  const buy = (wallet: string, low: number, high: number): void => {
    world.send({
      wallet,
      cost: stage.bid(),
      actions: [{ do: 'swap', pool, side: 'buy', amountIn: stage.shareOf(pool, 'buy', low, high) }],
    });
  };
  const span = random.whole(1, 4);
  const start = random.between(0, 0.5);
  world.at(world.slot, start, () => {
    world.send({
      wallet: creator,
      cost: stage.bid(),
      actions: [
        { do: 'created', pool, share: 0 },
        { do: 'swap', pool, side: 'buy', amountIn: stage.shareOf(pool, 'buy', 0.02, 0.05) },
      ],
    });
    for (let member = random.whole(2, 5); member > 0; member -= 1) buy(stage.fresh(), 0.01, 0.03);
    scene.front({ wallet: sniper, amountIn: stage.shareOf(pool, 'buy', 0.02, 0.06), cost: stage.bid() });
  });
  for (let buyer = random.whole(3, 12); buyer > 0; buyer -= 1)
    world.at(world.slot + random.whole(0, span - 1), random.between(0.5, 1), () =>
      buy(stage.crowd.wallet(), 0.005, 0.04),
    );
  world.at(world.slot + span, random.next(), () => {
    const amountIn = scene.gained;
    scene.back({ wallet: sniper, amountIn, cost: stage.bidWithTip(scene.prospect(amountIn), 0.1) });
    scene.close({
      attackers: [sniper],
      apart: { expected: 'suspected', reason: 'launch', why: 'rule 6: the pool was made in the window' },
    });
  });
  return true;
}
