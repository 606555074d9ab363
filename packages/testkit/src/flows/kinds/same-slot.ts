import { address } from '../address.js';
import { JUPITER, sharedAccounts } from '../honest/ordinary.js';
import { play } from '../play.js';
import type { Stage } from '../stage.js';

/** Front, victim and back in one slot by one wallet. One in ten pays more than it earned, and is still a sandwich. */
export function plantSameSlot(stage: Stage): boolean {
  const { random } = stage;
  const pool = stage.takePool(stage.world.pools, 0);
  if (pool === null) return false;
  const bot = random.pick(stage.bots);
  const { front, victim } = stage.sizes(pool);
  const tipShare = random.chance(0.1) ? random.between(1.05, 1.5) : random.between(0.2, 0.85);
  // Some use an aggregator's shared, program-owned accounts.
  const shared = random.chance(0.1) ? address('jupiter-authority', random.whole(0, 7)) : null;
  const way = (side: 'buy' | 'sell') =>
    shared === null
      ? bot.outer === undefined
        ? {}
        : { outer: bot.outer }
      : { outer: JUPITER, swap: sharedAccounts(shared, pool, side) };
  play(stage, {
    kind: 'same slot',
    pool,
    span: 0,
    frontAmount: front,
    victimAmounts: [victim],
    front: (_, amountIn) => ({ wallet: bot.wallet, amountIn, cost: stage.bid(), ...way('buy') }),
    back: (scene, amountIn) => ({
      wallet: bot.wallet,
      amountIn,
      cost: stage.bidWithTip(scene.prospect(amountIn), tipShare),
      ...way('sell'),
    }),
    ending: { attackers: [bot.wallet], programs: bot.outer === undefined ? [] : [bot.outer] },
  });
  return true;
}
