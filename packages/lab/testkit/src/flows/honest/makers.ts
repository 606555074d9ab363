import { address } from '../address.js';
import { type FlowPool, priceOf } from '../pool.js';
import type { World } from '../world.js';
import { type Crowd, inputOf } from './crowd.js';

/** Trades in both directions in its pools, with a roughly fixed size, against the price movement. */
interface Maker {
  wallet: string;
  outer: string;
  pools: FlowPool[];
  ticketLamports: number;
  /** Probability of a trade per pool and slot. */
  rate: number;
}

export function makeMakers(crowd: Crowd, count: number): Maker[] {
  const { random } = crowd;
  return Array.from({ length: count }, (_, index) => ({
    wallet: address('maker', index),
    outer: address('maker-program', index),
    pools: Array.from({ length: random.whole(1, 4) }, () => crowd.pool()),
    ticketLamports: random.logNormal(1.5, 0.8) * 1e9,
    rate: random.between(0.05, 0.5),
  }));
}

export function scheduleMakers(world: World, makers: readonly Maker[]): void {
  const { random } = world;
  for (const maker of makers)
    for (const pool of maker.pools)
      if (random.chance(maker.rate)) world.at(world.slot, random.next(), () => trade(world, maker, pool));
}

function trade(world: World, maker: Maker, pool: FlowPool): void {
  const { random } = world;
  const side = random.chance(priceOf(pool) < pool.anchorPrice ? 0.7 : 0.3) ? 'buy' : 'sell';
  // Half of the trades have the maker's fixed size, the others vary it.
  const scatter = random.chance(0.5) ? 1 : random.between(0.7, 1.3);
  const worth = BigInt(Math.round(Math.min(maker.ticketLamports * scatter, Number(pool.quote) * 0.02)));
  world.send({
    wallet: maker.wallet,
    outer: maker.outer,
    cost: { priorityLamports: 12_000n, computeUnitPrice: 100_000n, tipLamports: 0n },
    actions: [{ do: 'swap', pool, side, amountIn: inputOf(pool, side, worth) }],
  });
}
