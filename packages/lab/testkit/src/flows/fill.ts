import type { Pricing, Reserves, Side } from './pool.js';

/** The amounts of a swap, on both sides, and the reserves after it. */
export interface Fill extends Reserves {
  poolIn: bigint;
  poolOut: bigint;
  traderIn: bigint;
  traderOut: bigint;
}

const ceilShare = (amount: bigint, share: bigint, of: bigint): bigint => (amount * share + of - 1n) / of;

/**
 * Executes a swap of exactly `traderIn` by the program's arithmetic, to the last unit.
 *
 * Sources: raydium-io/raydium-amm `program/src/processor.rs` (25 of 10,000 of the input, rounded up, all of it stays);
 * raydium-io/raydium-cp-swap `programs/cp-swap/src/curve` (2,500 of a million, of which 12 % go to the protocol and 4 %
 * to the fund; both lie in the vault but not in the reserves); pump-fun/pump-public-docs (PumpSwap: 20 of 10,000 to the
 * pool, 5 to the protocol, 5 to the creator, all in quote).
 */
export function fillExactIn(pricing: Pricing, reserves: Reserves, side: Side, traderIn: bigint): Fill {
  switch (pricing) {
    case 'raydium_v4':
      return fillWithInputFee(reserves, side, traderIn, ceilShare(traderIn, 25n, 10_000n), 0n);
    case 'cpmm': {
      const fee = ceilShare(traderIn, 2_500n, 1_000_000n);
      return fillWithInputFee(
        reserves,
        side,
        traderIn,
        fee,
        (fee * 120_000n) / 1_000_000n + (fee * 40_000n) / 1_000_000n,
      );
    }
    case 'pump_swap':
      return side === 'buy' ? buyPumpSwap(reserves, traderIn) : sellPumpSwap(reserves, traderIn);
  }
}

function fillWithInputFee(
  { base, quote }: Reserves,
  side: Side,
  traderIn: bigint,
  fee: bigint,
  outside: bigint,
): Fill {
  const net = traderIn - fee;
  const [into, from] = side === 'buy' ? [quote, base] : [base, quote];
  const out = (from * net) / (into + net);
  const after =
    side === 'buy'
      ? { quote: quote + traderIn - outside, base: base - out }
      : { base: base + traderIn - outside, quote: quote - out };
  return { poolIn: traderIn, poolOut: out, traderIn, traderOut: out, ...after };
}

const PUMP_SWAP_POOL_FEE = 20n;
const PUMP_SWAP_OTHER_FEES = [5n, 5n];

function buyPumpSwap({ base, quote }: Reserves, most: bigint): Fill {
  const fees = PUMP_SWAP_POOL_FEE + PUMP_SWAP_OTHER_FEES.reduce((sum, fee) => sum + fee, 0n);
  const net = (most * 10_000n) / (10_000n + fees);
  const poolIn = net + ceilShare(net, PUMP_SWAP_POOL_FEE, 10_000n);
  const traderIn = poolIn + PUMP_SWAP_OTHER_FEES.reduce((sum, fee) => sum + ceilShare(net, fee, 10_000n), 0n);
  const out = (base * net) / (quote + net);
  return { poolIn, poolOut: out, traderIn, traderOut: out, base: base - out, quote: quote + poolIn };
}

function sellPumpSwap({ base, quote }: Reserves, traderIn: bigint): Fill {
  const gross = (quote * traderIn) / (base + traderIn);
  const poolOut = gross - ceilShare(gross, PUMP_SWAP_POOL_FEE, 10_000n);
  const traderOut =
    poolOut - PUMP_SWAP_OTHER_FEES.reduce((sum, fee) => sum + ceilShare(gross, fee, 10_000n), 0n);
  return { poolIn: traderIn, poolOut, traderIn, traderOut, base: base + traderIn, quote: quote - poolOut };
}

/** The smallest input with an output of at least `wanted`; null if the pool does not hold that much. */
export function inputFor(pricing: Pricing, reserves: Reserves, side: Side, wanted: bigint): bigint | null {
  const from = side === 'buy' ? reserves.base : reserves.quote;
  const into = side === 'buy' ? reserves.quote : reserves.base;
  if (wanted * 2n >= from) return null;
  // Fees are a few percent at most, so the result lies between the input without fees and 110 % of it.
  let low = (into * wanted) / (from - wanted);
  let high = low + low / 10n + 100n;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (fillExactIn(pricing, reserves, side, middle).traderOut >= wanted) high = middle;
    else low = middle + 1n;
  }
  return low;
}
