import { address, tokenAccount } from '../address.js';
import { play } from '../play.js';
import type { Stage } from '../stage.js';

/**
 * L2: one wallet buys into a token account, another sells from it. The account is the buyer's and the seller is its
 * delegate, or it belongs to the private program that both call.
 */
export function plantTokenAccount(stage: Stage): boolean {
  const { random } = stage;
  const span = random.chance(0.6) ? 0 : random.whole(1, 4);
  const pool = stage.takePool(stage.world.pools, span);
  if (pool === null) return false;
  const [buyer, seller] = [stage.fresh(), stage.fresh()];
  const byProgram = random.chance(0.4);
  const program = address('private-program', random.whole(0, 1_000_000));
  const owner = byProgram ? address('private-authority', random.whole(0, 1_000_000)) : buyer;
  const shared = { account: tokenAccount(owner, pool.baseMint), owner };
  const { front, victim } = stage.sizes(pool);
  const own = byProgram ? { outer: program } : {};
  play(stage, {
    kind: 'linked by token account',
    pool,
    span,
    frontAmount: front,
    victimAmounts: [victim],
    front: (_, amountIn) => ({
      wallet: buyer,
      amountIn,
      cost: stage.bid(),
      swap: { destination: shared },
      ...own,
    }),
    back: (scene, amountIn) => ({
      wallet: seller,
      amountIn,
      cost: stage.bidWithTip(scene.prospect(amountIn), random.between(0.1, 0.5)),
      swap: { source: shared },
      ...own,
    }),
    ending: { attackers: [buyer, seller] },
  });
  return true;
}
