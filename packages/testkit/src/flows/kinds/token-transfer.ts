import { tokenAccount } from '../address.js';
import { play } from '../play.js';
import type { Scene } from '../scene.js';
import type { Stage } from '../stage.js';
import type { LinkAction } from '../transaction.js';

/** L3: the bought tokens go to another wallet, directly or through a third one, which sells them. */
export function plantTokenTransfer(hops: 1 | 2): (stage: Stage) => boolean {
  return (stage) => {
    const { random, world } = stage;
    const span = random.chance(0.6) ? 0 : random.whole(1, 4);
    const pool = stage.takePool(world.pools, span);
    if (pool === null) return false;
    const wallets = Array.from({ length: hops + 1 }, () => stage.fresh());
    const [buyer, seller] = [wallets[0]!, wallets[hops]!];
    const owned = (owner: string) => ({ account: tokenAccount(owner, pool.baseMint), owner });
    const move = (scene: Scene, hop: number): LinkAction => ({
      do: 'transfer',
      mint: pool.baseMint,
      from: owned(wallets[hop]!),
      to: owned(wallets[hop + 1]!),
      amount: scene.gained,
    });
    const { front, victim } = stage.sizes(pool);
    // The last hop is in the seller's transaction, which the sender also signs, or before it.
    const inBack = random.chance(0.4);
    play(stage, {
      kind: hops === 1 ? 'linked by a transfer' : 'linked by two transfers',
      pool,
      span,
      frontAmount: front,
      victimAmounts: [victim],
      front: (_, amountIn) => ({ wallet: buyer, amountIn, cost: stage.bid() }),
      between: (scene) => {
        for (let hop = 0; hop < (inBack ? hops - 1 : hops); hop += 1)
          world.send({ wallet: wallets[hop]!, cost: stage.bid(), actions: [move(scene, hop)] });
      },
      back: (scene, amountIn) => ({
        wallet: seller,
        amountIn,
        cost: stage.bidWithTip(scene.prospect(amountIn), random.between(0.1, 0.5)),
        ...(inBack ? { before: [move(scene, hops - 1)], coSigners: [wallets[hops - 1]!] } : {}),
      }),
      ending: { attackers: [buyer, seller] },
    });
    return true;
  };
}
