import { address } from '../address.js';
import { type FlowPool, priceOf, type Side } from '../pool.js';
import type { Random } from '../random.js';
import { type Cost, FREE } from '../transaction.js';

const LAMPORTS = 1_000_000_000;
const SMALLEST = 0.005 * LAMPORTS;
/** More than this share of a pool nobody buys at once. */
const LARGEST_SHARE = 0.03;

/** Those who trade: wallets of equal weight, pools of unequal. */
export interface Crowd {
  random: Random;
  wallet(): string;
  pool(): FlowPool;
}

/** A pool's traffic falls with the power 0.7 of its rank: the first ten have a quarter of it. */
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

/** Quote worth of a trade: log-normal, with a Pareto tail, capped by the pool. In the quote's smallest unit. */
export function tradeWorth(random: Random, pool: FlowPool): bigint {
  const sol = random.chance(0.04) ? random.pareto(5, 1.3) : random.logNormal(0.4, 1.4);
  const most = Number(pool.quote) * LARGEST_SHARE;
  return BigInt(Math.round(Math.min(most, Math.max(SMALLEST, sol * LAMPORTS))));
}

/** That worth as an input of the side: quote for a buy, as many tokens for a sell. */
export function inputOf(pool: FlowPool, side: Side, worth: bigint): bigint {
  return side === 'buy' ? worth : (worth * pool.base) / pool.quote + 1n;
}

/** Buyers come to what is cheap: prices wander about their anchor instead of running away. */
export function honestSide(random: Random, pool: FlowPool): Side {
  const away = Math.log(priceOf(pool) / pool.anchorPrice);
  return random.chance(Math.min(0.85, Math.max(0.15, 0.5 - 2 * away))) ? 'buy' : 'sell';
}

/** Four in ten pay the base fee alone; others bid for compute, one in six a tip besides. */
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
