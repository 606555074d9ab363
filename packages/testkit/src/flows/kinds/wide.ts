import { play } from '../play.js';
import type { Stage } from '../stage.js';

/**
 * Front and back 1 to 4 slots apart by a wallet without history. The trades in between decide whether it profits; if it
 * does not, the label says so by its own arithmetic.
 */
export function plantWide(stage: Stage): boolean {
  const { random } = stage;
  const span = random.whole(1, 4);
  const pool = stage.takePool(stage.world.pools, span);
  if (pool === null) return false;
  const wallet = stage.fresh();
  const { front } = stage.sizes(pool);
  const victims = Array.from({ length: random.whole(1, 3) }, () => stage.sizes(pool).victim);
  play(stage, {
    kind: 'wide, 1 to 4 slots',
    pool,
    span,
    frontAmount: front,
    victimAmounts: victims,
    front: (_, amountIn) => ({ wallet, amountIn, cost: stage.bid() }),
    back: (scene, amountIn) => ({
      wallet,
      amountIn,
      cost: stage.bidWithTip(scene.prospect(amountIn), random.between(0.05, 0.4)),
    }),
    ending: { attackers: [wallet] },
  });
  return true;
}

/** The same with fees and tips above the gain: only a round trip. */
export function plantLosing(stage: Stage): boolean {
  const { random } = stage;
  const span = random.whole(1, 4);
  const pool = stage.takePool(stage.world.pools, span);
  if (pool === null) return false;
  const wallet = stage.fresh();
  const { front, victim } = stage.sizes(pool);
  play(stage, {
    kind: 'wide, at a loss (suspected)',
    pool,
    span,
    frontAmount: front,
    victimAmounts: [victim],
    front: (_, amountIn) => ({ wallet, amountIn, cost: stage.bid() }),
    back: (scene, amountIn) => ({
      wallet,
      amountIn,
      cost: stage.bidWithTip(scene.prospect(amountIn), random.between(1.02, 1.6)),
    }),
    ending: { attackers: [wallet] },
  });
  return true;
}

/** 5 to 20 slots by an unknown wallet, which holders do too. */
export function plantLong(stage: Stage): boolean {
  const { random } = stage;
  const span = random.whole(5, 20);
  const pool = stage.takePool(stage.world.pools, span);
  if (pool === null) return false;
  const wallet = stage.fresh();
  const { front, victim } = stage.sizes(pool);
  play(stage, {
    kind: 'round trip of 5 to 20 slots (suspected)',
    pool,
    span,
    frontAmount: front,
    victimAmounts: [victim],
    front: (_, amountIn) => ({ wallet, amountIn, cost: stage.bid() }),
    back: (_, amountIn) => ({ wallet, amountIn, cost: stage.bid() }),
    ending: { attackers: [wallet] },
  });
  return true;
}
