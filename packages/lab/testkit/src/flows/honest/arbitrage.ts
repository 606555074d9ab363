import { address } from '../address.js';
import { fillExactIn } from '../fill.js';
import { type FlowPool, priceOf } from '../pool.js';
import type { World } from '../world.js';

/** Two pools of one token whose prices can diverge. */
export type PoolPair = readonly [FlowPool, FlowPool];

export function findPoolPairs(pools: readonly FlowPool[]): PoolPair[] {
  const first = new Map<string, FlowPool>();
  return pools.flatMap((pool): PoolPair[] => {
    const other = first.get(pool.baseMint);
    first.set(pool.baseMint, pool);
    return other === undefined ? [] : [[other, pool]];
  });
}

/** Buys in the cheaper pool and sells everything in the other, in one transaction, unless that would lose. */
export function scheduleArbitrage(world: World, pairs: readonly PoolPair[], wallets: number): void {
  const { random } = world;
  for (const pair of pairs)
    if (random.chance(0.5)) {
      const bot = random.whole(0, wallets - 1);
      world.at(world.slot, random.next(), () => arbitrage(world, pair, bot));
    }
}

function arbitrage(world: World, pair: PoolPair, bot: number): void {
  const [cheap, dear] = priceOf(pair[0]) < priceOf(pair[1]) ? pair : [pair[1], pair[0]];
  const gap = priceOf(dear) / priceOf(cheap) - 1;
  if (gap < 0.008) return;
  const shallow = Number(cheap.quote) < Number(dear.quote) ? cheap.quote : dear.quote;
  const amountIn = BigInt(Math.round(Number(shallow) * gap * 0.2));
  const bought = fillExactIn(cheap.program.pricing, cheap, 'buy', amountIn);
  const sold = fillExactIn(dear.program.pricing, dear, 'sell', bought.traderOut);
  const gain = sold.traderOut - bought.traderIn;
  if (gain < 50_000n) return;
  world.send({
    wallet: address('arbitrage', bot),
    outer: address('arbitrage-program', bot),
    cost: { priorityLamports: 1_000n, computeUnitPrice: 5_000n, tipLamports: gain / 2n },
    actions: [
      { do: 'swap', pool: cheap, side: 'buy', amountIn },
      { do: 'swap', pool: dear, side: 'sell', amountIn: bought.traderOut },
    ],
  });
}
