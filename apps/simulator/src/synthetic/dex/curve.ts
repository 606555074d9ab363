/**
 * The arithmetic of a pool, whole numbers only. A curve is a value: a fill gives the next one and leaves it
 * as it is, so that any past can be played again without someone's trades.
 *
 * `isBuy` pays the quote token for the base token.
 */
export interface Curve {
  /** What prices come from, which is not what the vaults hold (virtual reserves, pending profit, ranges). */
  readonly baseReserve: bigint;
  readonly quoteReserve: bigint;
  /** Pays at most `amountIn`, fees included. `null`: the pool cannot do that, or nothing would come out. */
  exactIn(isBuy: boolean, amountIn: bigint): Filled | null;
  /** Buys so many base tokens, for programs that have such an instruction. */
  exactOut?(baseOut: bigint): Filled | null;
}

/** Four amounts of a swap, in the smallest units of its two tokens, and what went to third parties. */
export interface Fill {
  isBuy: boolean;
  /** What the pool's vaults (or the curve's lamports) gained and lost. */
  poolIn: bigint;
  poolOut: bigint;
  /** What the trader lost and gained, all fees included. */
  traderIn: bigint;
  traderOut: bigint;
  /** Paid out of the quote side to others: by the trader on a buy, by the pool on a sell. */
  protocolFee: bigint;
  creatorFee: bigint;
  /** Of the quote side, stays in the pool: only where the program's event tells it. */
  liquidityFee: bigint;
  /** What a Token-2022 mint kept of the base side; absent where it keeps nothing. */
  withheld?: bigint;
}

export interface Filled {
  fill: Fill;
  next: Curve;
}

export function ceilDiv(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Share of an amount in hundredths of a percent, rounded up as programs round fees. */
export function feeOf(amount: bigint, basisPoints: bigint): bigint {
  return ceilDiv(amount * basisPoints, 10_000n);
}

/** A fill whose sides are the same for pool and trader. */
export function plainFill(isBuy: boolean, amountIn: bigint, amountOut: bigint): Fill {
  return {
    isBuy,
    poolIn: amountIn,
    poolOut: amountOut,
    traderIn: amountIn,
    traderOut: amountOut,
    protocolFee: 0n,
    creatorFee: 0n,
    liquidityFee: 0n,
  };
}
