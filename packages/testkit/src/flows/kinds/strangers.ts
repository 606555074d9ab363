import { address } from '../address.js';
import { JUPITER, sharedAccounts } from '../honest/ordinary.js';
import type { Stage } from '../stage.js';

/** Two unrelated wallets trade the same amount through the aggregator's shared accounts, which link no wallets. */
export function plantSharedAccounts(stage: Stage): boolean {
  const pool = stage.takePool(stage.world.pools, 0);
  if (pool === null) return false;
  const authority = address('jupiter-authority', stage.random.whole(0, 7));
  const [buyer, seller] = [stage.crowd.wallet(), stage.fresh()];
  const scene = stage.scene('strangers, shared accounts (none)', pool);
  const { front, victim } = stage.sizes(pool);
  stage.inOneSlot([
    () => {
      scene.front({
        wallet: buyer,
        amountIn: front,
        outer: JUPITER,
        swap: sharedAccounts(authority, pool, 'buy'),
      });
    },
    () => scene.victim(victim),
    () => {
      const amountIn = scene.gained;
      scene.back({ wallet: seller, amountIn, outer: JUPITER, swap: sharedAccounts(authority, pool, 'sell') });
      scene.close({
        attackers: [buyer, seller],
        apart: {
          expected: 'none',
          reason: null,
          why: 'L2: the account’s owner signed nothing, the program is public',
        },
      });
    },
  ]);
  return true;
}

/** Bought and sold in one transaction, with others' trades before and after it: neither leg is part of a sandwich. */
export function plantOneTransaction(stage: Stage): boolean {
  const { world } = stage;
  const pool = stage.takePool(world.pools, 0);
  if (pool === null) return false;
  const wallet = stage.fresh();
  const scene = stage.scene('both legs in one transaction (none)', pool);
  const { front, victim } = stage.sizes(pool);
  stage.inOneSlot([
    () => scene.victim(victim),
    () => {
      scene.open();
      const [bought] = world
        .send({
          wallet,
          cost: stage.bid(),
          actions: [
            { do: 'swap', pool, side: 'buy', amountIn: front },
            // A unit or two is lost to rounding on the way back.
            { do: 'swap', pool, side: 'sell', amountIn: (front * pool.base) / (pool.quote + 2n * front) },
          ],
        })
        .map((swap, index) => {
          scene.adopt(swap, index === 0 ? 'front' : 'back');
          return swap;
        });
      if (bought !== undefined)
        scene.close({
          attackers: [wallet],
          apart: { expected: 'none', reason: null, why: 'rule 1: legs of one transaction are arbitrage' },
        });
    },
    () => scene.victim(victim),
  ]);
  return true;
}
