import { address } from './address.js';
import { type FlowPool, type FlowProgram, PROGRAMS, priceOf, SOL, USDC } from './pool.js';
import type { Random } from './random.js';

const LAMPORTS = 1_000_000_000;
/** Pump.fun's virtual SOL and virtual tokens at the start of a curve. */
const CURVE_START = { quote: 30n * 1_000_000_000n, base: 1_073_000_000_000_000n };

function makePool(
  program: FlowProgram,
  index: number,
  reserves: { base: bigint; quote: bigint },
  mint: string,
  quoteMint = SOL,
): FlowPool {
  const own = address('pool', index);
  const curve = program.pricing === 'pump_fun';
  return {
    ...reserves,
    program,
    address: own,
    baseMint: mint,
    quoteMint,
    baseVault: address('base-vault', index),
    quoteVault: curve ? own : address('quote-vault', index),
    anchorPrice: priceOf(reserves),
    watchers: new Set(),
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

/** Pools other than constant-product pools on SOL, a few of each kind, for the planted corpus. */
export interface OtherPools {
  curves: FlowPool[];
  ranges: FlowPool[];
  quoted: FlowPool[];
  dollars: FlowPool[];
}

export function otherPools(random: Random): OtherPools {
  const some = (count: number, from: number, make: (index: number) => FlowPool): FlowPool[] =>
    Array.from({ length: count }, (_, index) => make(from + index));
  const curve = (index: number): FlowPool => {
    const quote = BigInt(Math.round(random.between(32, 90) * LAMPORTS));
    return makePool(
      PROGRAMS.pumpFun,
      index,
      { quote, base: (CURVE_START.quote * CURVE_START.base) / quote },
      address('mint', index),
    );
  };
  const deep =
    (program: FlowProgram, quoteMint = SOL, unit = 1) =>
    (index: number): FlowPool =>
      makePool(
        program,
        index,
        { quote: depth(random) / BigInt(unit), base: BigInt(Math.round(random.logNormal(2e14, 0.8))) },
        address('mint', index),
        quoteMint,
      );
  return {
    curves: some(60, 10_000, curve),
    ranges: some(24, 10_100, deep(PROGRAMS.whirlpool)),
    quoted: some(12, 10_200, deep(PROGRAMS.solFi)),
    // 150 dollars per SOL, six decimals.
    dollars: some(24, 10_300, deep(PROGRAMS.cpmm, USDC, 6)),
  };
}

/** A newly created pool at the start of a Pump.fun curve. */
export function newCurve(index: number): FlowPool {
  return makePool(PROGRAMS.pumpFun, 20_000 + index, CURVE_START, address('mint', 20_000 + index));
}
