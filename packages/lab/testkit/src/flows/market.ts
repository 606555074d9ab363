import { address } from './address.js';
import { type FlowPool, type FlowProgram, PROGRAMS, priceOf } from './pool.js';
import type { Random } from './random.js';

const LAMPORTS = 1_000_000_000;
function makePool(
  program: FlowProgram,
  index: number,
  reserves: { base: bigint; quote: bigint },
  mint: string,
): FlowPool {
  return {
    ...reserves,
    program,
    address: address('pool', index),
    baseMint: mint,
    baseVault: address('base-vault', index),
    quoteVault: address('quote-vault', index),
    anchorPrice: priceOf(reserves),
  };
}

/** Quote reserves distributed like those of real pools: mostly some hundred SOL, a few of tens of thousands. */
function depth(random: Random): bigint {
  return BigInt(Math.round(Math.min(30_000, Math.max(40, random.logNormal(350, 1.1))) * LAMPORTS));
}

/** Constant-product pools on SOL. Every fifth has a second pool with the same token, which makes arbitrage possible. */
export function constantProductPools(random: Random, count: number): FlowPool[] {
  const pools: FlowPool[] = [];
  while (pools.length < count) {
    const index = pools.length;
    const program = random.pick([
      PROGRAMS.raydiumV4,
      PROGRAMS.raydiumV4,
      PROGRAMS.cpmm,
      PROGRAMS.pumpSwap,
      PROGRAMS.pumpSwap,
    ]);
    const sameToken = index % 5 === 4 ? pools[index - 1] : undefined;
    const quote = depth(random);
    const base =
      sameToken === undefined
        ? BigInt(Math.round(random.logNormal(2e14, 0.8)))
        : (quote * sameToken.base) / sameToken.quote;
    pools.push(makePool(program, index, { base, quote }, sameToken?.baseMint ?? address('mint', index)));
  }
  return pools;
}
