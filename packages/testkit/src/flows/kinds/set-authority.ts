import { tokenAccount } from '../address.js';
import { play } from '../play.js';
import type { Stage } from '../stage.js';

/** L3: the filled account changes its owner, who sells from it, or from an own account after a transfer. */
export function plantSetAuthority(stage: Stage): boolean {
  const { random, world } = stage;
  const span = random.chance(0.6) ? 0 : random.whole(1, 4);
  const pool = stage.takePool(world.pools, span);
  if (pool === null) return false;
  const [buyer, seller] = [stage.fresh(), stage.fresh()];
  const account = tokenAccount(buyer, pool.baseMint);
  const own = { account: tokenAccount(seller, pool.baseMint), owner: seller };
  const movesOn = random.chance(0.5);
  const { front, victim } = stage.sizes(pool);
  play(stage, {
    kind: 'linked by a change of owner',
    pool,
    span,
    frontAmount: front,
    victimAmounts: [victim],
    front: (_, amountIn) => ({ wallet: buyer, amountIn, cost: stage.bid() }),
    between: (scene) => {
      world.send({
        wallet: buyer,
        cost: stage.bid(),
        actions: [
          {
            do: 'set_authority',
            mint: pool.baseMint,
            from: { account, owner: buyer },
            to: { account, owner: seller },
            amount: scene.gained,
          },
        ],
      });
    },
    back: (scene, amountIn) => ({
      wallet: seller,
      amountIn,
      cost: stage.bidWithTip(scene.prospect(amountIn), random.between(0.1, 0.5)),
      ...(movesOn
        ? {
            before: [
              {
                do: 'transfer',
                mint: pool.baseMint,
                from: { account, owner: seller },
                to: own,
                amount: amountIn,
              },
            ],
          }
        : { swap: { source: { account, owner: seller } } }),
    }),
    ending: { attackers: [buyer, seller] },
  });
  return true;
}
