import { play } from '../play.js';
import type { Stage } from '../stage.js';

/** A sandwich with two to 67 victims, in one slot or across a few. */
export function plantMultiVictim(stage: Stage): boolean {
  const { random } = stage;
  const count = random.chance(0.1) ? 67 : Math.round(2 + 65 * random.next() ** 3);
  const span = random.chance(0.6) ? 0 : random.whole(1, 4);
  const pool = stage.takePool(stage.world.pools, span);
  if (pool === null) return false;
  const wallet = span === 0 ? random.pick(stage.bots).wallet : stage.fresh();
  const each = 0.05 + 0.02 * count;
  play(stage, {
    kind: 'many victims',
    pool,
    span,
    frontAmount: stage.shareOf(pool, 'buy', 0.01, 0.06),
    victimAmounts: Array.from({ length: count }, () =>
      stage.shareOf(pool, 'buy', (0.4 * each) / count, (1.2 * each) / count),
    ),
    front: (_, amountIn) => ({ wallet, amountIn, cost: stage.bid() }),
    back: (scene, amountIn) => ({
      wallet,
      amountIn,
      cost: stage.bidWithTip(scene.prospect(amountIn), random.between(0.1, 0.6)),
    }),
    ending: { attackers: [wallet] },
  });
  return true;
}
