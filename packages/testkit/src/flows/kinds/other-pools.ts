import { play } from '../play.js';
import type { FlowPool, Side } from '../pool.js';
import type { Stage } from '../stage.js';

function plant(
  kind: string,
  pools: (stage: Stage) => readonly FlowPool[],
  { side = 'buy', maxSpan = 0, apart }: { side?: Side; maxSpan?: number; apart?: 'unpriced_pool' } = {},
): (stage: Stage) => boolean {
  return (stage) => {
    const { random } = stage;
    const span = random.chance(0.6) ? 0 : random.whole(0, maxSpan);
    const pool = stage.takePool(pools(stage), span);
    if (pool === null) return false;
    const wallet = span === 0 ? random.pick(stage.bots).wallet : stage.fresh();
    const { front, victim } = stage.sizes(pool, side);
    play(stage, {
      kind,
      pool,
      side,
      span,
      frontAmount: front,
      victimAmounts: [victim],
      front: (_, amountIn) => ({ wallet, amountIn, cost: stage.bid() }),
      back: (scene, amountIn) => ({
        wallet,
        amountIn,
        cost:
          scene.fronts[0]!.mintIn.startsWith('So1') && apart === undefined
            ? stage.bidWithTip(scene.prospect(amountIn), random.between(0.1, 0.5))
            : stage.bid(),
      }),
      ending: {
        attackers: [wallet],
        ...(apart === undefined
          ? {}
          : { apart: { expected: 'suspected', reason: apart, why: 'rule 6: not priced from reserves' } }),
      },
    });
    return true;
  };
}

/** Pump.fun's curve: virtual reserves, native SOL, fees beside the curve. */
export const plantBondingCurve = plant('bonding curve', ({ other }) => other.curves, { maxSpan: 4 });
/** A concentrated pool, whose reserves cannot be solved. */
export const plantRange = plant('concentrated pool', ({ other }) => other.ranges, { maxSpan: 3 });
/** Quoted in USDC: fees cannot be subtracted, and within a slot they need not be. */
export const plantDollars = plant('dollar pool', ({ other }) => other.dollars);
/** Sells first, then buys back with the whole proceeds. */
export const plantReverse = plant('sold first, bought back', ({ world }) => world.pools, { side: 'sell' });
/** A market maker sets the price: the front moved nothing. */
export const plantUnpriced = plant('proprietary pool (suspected)', ({ other }) => other.quoted, {
  apart: 'unpriced_pool',
});
