import { type Curve, ceilDiv, type Filled, plainFill } from '../curve.js';

const FEE_UNIT = 1_000_000n;

export interface WhirlpoolState {
  /** Liquidity of the one position that all swaps go through. */
  liquidity: bigint;
  /** The position's range: square roots of prices (B per A), Q64.64. */
  lowerSqrtPrice: bigint;
  upperSqrtPrice: bigint;
  /** Millionths of the input. */
  feeRate: bigint;
  baseIsA: boolean;
}

/**
 * Orca Whirlpool within one range of liquidity; a swap that would leave it is refused.
 *
 * Source: orca-so/whirlpools `programs/whirlpool/src/math/swap_math.rs` (`compute_swap`), `token_math.rs`.
 */
export class OrcaWhirlpoolCurve implements Curve {
  readonly #state: WhirlpoolState;
  readonly #sqrtPrice: bigint;

  constructor(state: WhirlpoolState, sqrtPrice: bigint) {
    this.#state = state;
    this.#sqrtPrice = sqrtPrice;
  }

  get baseReserve(): bigint {
    return this.#state.baseIsA ? this.#virtualA() : this.#virtualB();
  }

  get quoteReserve(): bigint {
    return this.#state.baseIsA ? this.#virtualB() : this.#virtualA();
  }

  exactIn(isBuy: boolean, amountIn: bigint): Filled | null {
    const { liquidity, lowerSqrtPrice, upperSqrtPrice, feeRate, baseIsA } = this.#state;
    const sqrtPrice = this.#sqrtPrice;
    const aToB = isBuy !== baseIsA;
    const net = (amountIn * (FEE_UNIT - feeRate)) / FEE_UNIT;
    if (net <= 0n) return null;
    const next = aToB
      ? ceilDiv((liquidity * sqrtPrice) << 64n, (liquidity << 64n) + net * sqrtPrice)
      : sqrtPrice + (net << 64n) / liquidity;
    if (next <= lowerSqrtPrice || next >= upperSqrtPrice) return null;
    const amountOut = aToB ? amountOfB(next, sqrtPrice, liquidity) : amountOfA(sqrtPrice, next, liquidity);
    if (amountOut <= 0n) return null;
    // The pool takes what the move of the price needs, rounded up; the rest of the input is the fee.
    const moved = aToB
      ? ceilDiv((liquidity * (sqrtPrice - next)) << 64n, sqrtPrice * next)
      : ceilDiv(liquidity * (next - sqrtPrice), 1n << 64n);
    return {
      fill: {
        ...plainFill(isBuy, amountIn, amountOut),
        priceMove: { before: sqrtPrice, after: next, fee: amountIn - moved },
      },
      next: new OrcaWhirlpoolCurve(this.#state, next),
    };
  }

  #virtualA(): bigint {
    return (this.#state.liquidity << 64n) / this.#sqrtPrice;
  }

  #virtualB(): bigint {
    return (this.#state.liquidity * this.#sqrtPrice) >> 64n;
  }
}

/** Token A between two prices, rounded down. */
export function amountOfA(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return ((liquidity * (upper - lower)) << 64n) / (upper * lower);
}

/** Token B between two prices, rounded down. */
export function amountOfB(lower: bigint, upper: bigint, liquidity: bigint): bigint {
  return (liquidity * (upper - lower)) >> 64n;
}

/** Whole square root, rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const better = (root + value / root) >> 1n;
    if (better >= root) return root;
    root = better;
  }
}
