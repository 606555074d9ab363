import { address, tokenAccount } from '../address.js';
import { fillExactIn } from '../fill.js';
import type { World } from '../world.js';
import { type Crowd, honestCost, inputOf, tradeWorth } from './crowd.js';
import { JUPITER, ordinarySwap, sharedAccounts } from './ordinary.js';

/** Swaps one token for another through SOL: two pools in one transaction, half of them through shared accounts. */
export function scheduleRoute(world: World, crowd: Crowd): void {
  const { random } = crowd;
  const wallet = crowd.wallet();
  const [from, to] = [crowd.pool(), crowd.pool()];
  if (from.baseMint === to.baseMint) return;
  const authority = random.chance(0.5) ? address('jupiter-authority', random.whole(0, 7)) : null;
  world.at(world.slot, random.next(), () => {
    const worth = tradeWorth(random, from);
    const amountIn = inputOf(from, 'sell', worth < to.quote / 40n ? worth : to.quote / 40n);
    const middle = fillExactIn(from.program.pricing, from, 'sell', amountIn).traderOut;
    const accounts = (pool: typeof from, side: 'buy' | 'sell') =>
      authority === null ? {} : sharedAccounts(authority, pool, side);
    world.send({
      wallet,
      outer: JUPITER,
      cost: honestCost(random),
      actions: [
        { do: 'swap', pool: from, side: 'sell', amountIn, ...accounts(from, 'sell') },
        { do: 'swap', pool: to, side: 'buy', amountIn: middle, ...accounts(to, 'buy') },
      ],
    });
  });
}

/** Buys and sends the tokens on: to another wallet of the same owner, or to an exchange from which others withdraw. */
export function scheduleTransfer(world: World, crowd: Crowd): void {
  const { random } = crowd;
  const [wallet, other] = [crowd.wallet(), crowd.wallet()];
  const pool = crowd.pool();
  const exchange = address('exchange', random.whole(0, 3));
  const order = random.next();
  const owned = (owner: string) => ({ account: tokenAccount(owner, pool.baseMint), owner });
  const move = (from: string, to: string, amount: bigint): void => {
    world.send({
      wallet: from,
      cost: honestCost(random),
      actions: [{ do: 'transfer', mint: pool.baseMint, from: owned(from), to: owned(to), amount }],
    });
  };
  if (random.chance(0.5)) {
    world.at(world.slot, order, () => {
      const [bought] = world.send(ordinarySwap(crowd, wallet, pool, 'buy', tradeWorth(random, pool)));
      const to = random.chance(0.5) ? other : exchange;
      world.at(world.slot + random.whole(0, 30), random.next(), () => move(wallet, to, bought!.traderOut));
    });
    return;
  }
  world.at(world.slot, order, () => {
    const amount = inputOf(pool, 'sell', tradeWorth(random, pool));
    move(exchange, other, amount);
    world.at(world.slot + random.whole(0, 30), random.next(), () => {
      world.send(ordinarySwap(crowd, other, pool, 'sell', amount));
    });
  });
}
