import { address } from '../address.js';
import { type FlowPool, priceOf, type Side } from '../pool.js';
import type { Random } from '../random.js';
import { type Cost, FREE } from '../transaction.js';

const LAMPORTS = 1_000_000_000;
const SMALLEST = 0.005 * LAMPORTS;
/** No one buys more than this share of a pool at once. */
const LARGEST_SHARE = 0.03;

/** The traders: wallets are drawn uniformly, pools by their traffic. */
export interface Crowd {
  random: Random;
  wallet(): string;
  pool(): FlowPool;
}

/** A pool's traffic falls with its rank to the power of 0.7: the first ten have a quarter of it. */
export function makeCrowd(random: Random, pools: readonly FlowPool[], wallets: number): Crowd {
  const names = Array.from({ length: wallets }, (_, index) => address('wallet', index));
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= pools.length; rank += 1) {
    sum += rank ** -0.7;
    sums.push(sum);
  }
  return {
    random,
    wallet: () => random.pick(names),
    pool: () => {
      const target = random.next() * sum;
      let low = 0;
      let high = sums.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sums[middle]! > target) high = middle;
        else low = middle + 1;
      }
      return pools[low]!;
    },
  };
}

/** Value of a trade in the quote's smallest unit: log-normal with a Pareto tail, capped by the pool. */
export function tradeWorth(random: Random, pool: FlowPool): bigint {
  const sol = random.chance(0.04) ? random.pareto(5, 1.3) : random.logNormal(0.4, 1.4);
  const most = Number(pool.quote) * LARGEST_SHARE;
  return BigInt(Math.round(Math.min(most, Math.max(SMALLEST, sol * LAMPORTS))));
}

/** Converts that value to an input: quote for a buy, the equivalent number of tokens for a sell. */
export function inputOf(pool: FlowPool, side: Side, worth: bigint): bigint {
  return side === 'buy' ? worth : (worth * pool.base) / pool.quote + 1n;
}

/** Traders prefer to buy cheap, so that prices fluctuate around their anchor instead of drifting away. */
export function honestSide(random: Random, pool: FlowPool): Side {
  const away = Math.log(priceOf(pool) / pool.anchorPrice);
  return random.chance(Math.min(0.85, Math.max(0.15, 0.5 - 2 * away))) ? 'buy' : 'sell';
}

/** Four in ten pay only the base fee; the others bid for compute units, and one in six of them also tips. */
export function honestCost(random: Random): Cost {
  if (random.chance(0.4)) return FREE;
  const price = Math.round(random.logNormal(150_000, 1.3));
  const units = random.whole(60_000, 300_000);
  return {
    priorityLamports: BigInt(Math.ceil((price * units) / 1e6)),
    computeUnitPrice: BigInt(price),
    tipLamports: random.chance(0.15) ? BigInt(Math.round(random.logNormal(100_000, 1.2))) : 0n,
  };
}
