import { play } from '../play.js';
import type { Stage } from '../stage.js';

/** Liquidity is added before a trade and removed after it, by a wallet that also buys before and sells after it. */
export function plantJit(stage: Stage): boolean {
  const { random, world } = stage;
  const pool = stage.takePool(world.pools, 0);
  if (pool === null) return false;
  const wallet = stage.fresh();
  const { front, victim } = stage.sizes(pool);
  const share = random.whole(50, 300);
  play(stage, {
    kind: 'liquidity on top',
    pool,
    span: 0,
    frontAmount: front / 2n,
    victimAmounts: [victim],
    front: (_, amountIn) => ({
      wallet,
      amountIn,
      cost: stage.bid(),
      after: [{ do: 'liquidity_added', pool, share }],
    }),
    back: (_, amountIn) => ({
      wallet,
      amountIn,
      cost: stage.bid(),
      before: [{ do: 'liquidity_removed', pool, share: Math.round((1_000 * share) / (1_000 + share)) }],
    }),
    ending: {
      attackers: [wallet],
      apart: {
        expected: 'open',
        reason: null,
        why: 'rule 6: a sandwich with liquidity on top; its true loss depends on that liquidity',
      },
    },
  });
  return true;
}
