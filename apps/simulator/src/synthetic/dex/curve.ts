/**
 * The arithmetic of a pool, in integers only. A curve is immutable: a fill returns the next one, so that any past state
 * can be replayed without certain trades.
 *
 * `isBuy` pays the quote token for the base token.
 */
export interface Curve {
  /**
   * The reserves that determine the price, which differ from the vault balances (virtual reserves, pending profit,
   * ranges).
   */
  readonly baseReserve: bigint;
  readonly quoteReserve: bigint;
  /** Spends at most `amountIn`, fees included. Null if the pool cannot fill it or the output would be 0. */
  exactIn(isBuy: boolean, amountIn: bigint): Filled | null;
  /** Buys exactly `baseOut` base tokens, for programs with such an instruction. */
  exactOut?(baseOut: bigint): Filled | null;
}

/** The four amounts of a swap, in the smallest units of its two tokens, and its fees. */
export interface Fill {
  isBuy: boolean;
  /** Gain and loss of the pool's vaults (or the curve's lamports). */
  poolIn: bigint;
  poolOut: bigint;
  /** Loss and gain of the trader, all fees included. */
  traderIn: bigint;
  traderOut: bigint;
  /** Fees in quote paid to others: by the trader on a buy, by the pool on a sell. */
  protocolFee: bigint;
  creatorFee: bigint;
  /** Fee in quote that stays in the pool; set only if the program's event reports it. */
  liquidityFee: bigint;
  /** Amount that a Token-2022 mint withheld of the base side; absent if nothing. */
  withheld?: bigint;
  /** How the price moved; set only if the program's event reports it. */
  priceMove?: SqrtPriceMove;
}

export interface SqrtPriceMove {
  /** Square roots of the price, Q64.64. */
  before: bigint;
  after: bigint;
  /** The part of the input that did not move it. */
  fee: bigint;
}

export interface Filled {
  fill: Fill;
  next: Curve;
}

export function ceilDiv(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Share of an amount in hundredths of a percent, rounded up like program fees. */
function feeOf(amount: bigint, basisPoints: bigint): bigint {
  return ceilDiv(amount * basisPoints, 10_000n);
}

type Fees = Pick<Fill, 'protocolFee' | 'creatorFee' | 'liquidityFee'>;

const NO_FEES: Fees = { protocolFee: 0n, creatorFee: 0n, liquidityFee: 0n };

/** A fill with equal amounts for pool and trader. */
export function plainFill(isBuy: boolean, amountIn: bigint, amountOut: bigint): Fill {
  return {
    isBuy,
    poolIn: amountIn,
    poolOut: amountOut,
    traderIn: amountIn,
    traderOut: amountOut,
    ...NO_FEES,
  };
}

/** Fees in hundredths of a percent. */
export interface FeeRates {
  protocol: bigint;
  creator: bigint;
  liquidity: bigint;
}

export function feesOf(amount: bigint, { protocol, creator, liquidity }: FeeRates): Fees {
  return {
    protocolFee: feeOf(amount, protocol),
    creatorFee: feeOf(amount, creator),
    liquidityFee: feeOf(amount, liquidity),
  };
}

/** The rest of an amount that holds the fees of that rest, too. */
export function withoutFees(amount: bigint, rates: FeeRates): bigint {
  const { protocol, creator, liquidity } = rates;
  const net = (amount * 10_000n) / (10_000n + protocol + creator + liquidity);
  const { protocolFee, creatorFee, liquidityFee } = feesOf(net, rates);
  const most = amount - protocolFee - creatorFee - liquidityFee;
  return net < most ? net : most;
}
