import { play } from '../play.js';
import type { Stage } from '../stage.js';

/** @param soldPerMillion shares of the bought amount that are sold, in millionths */
function plant(kind: string, soldPerMillion: readonly number[]): (stage: Stage) => boolean {
  return (stage) => {
    const { random } = stage;
    const pool = stage.takePool(stage.world.pools, 0);
    if (pool === null) return false;
    const { wallet } = random.pick(stage.bots);
    const { front, victim } = stage.sizes(pool);
    play(stage, {
      kind,
      pool,
      span: 0,
      frontAmount: front,
      victimAmounts: [victim],
      soldPerMillion: random.pick(soldPerMillion),
      front: (_, amountIn) => ({ wallet, amountIn, cost: stage.bid() }),
      back: (scene, amountIn) => ({
        wallet,
        amountIn,
        cost: stage.bidWithTip(scene.prospect(amountIn), random.between(0.1, 0.5)),
      }),
      ending: { attackers: [wallet] },
    });
    return true;
  };
}

/** Keeps a little, or sells a little extra. */
export const plantInventory = plant('inventory, q 0.95 or 1.05', [950_000, 1_050_000]);
/** Sells much extra inventory: the part matching the buy counts. */
export const plantMatchedShare = plant('inventory, q 1.4', [1_400_000]);
/** Keeps much: it is unknown whether the sale closes the buy. */
export const plantPartialSale = plant('partial sale, q 0.6 (suspected)', [600_000]);
