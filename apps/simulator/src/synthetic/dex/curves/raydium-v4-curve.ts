import { type Curve, type Filled, feeOf, plainFill } from '../curve.js';

const FEE_BASIS_POINTS = 25n;

/**
 * Raydium AMM v4: x × y = k, 25 hundredths of a percent of the input stay in the pool. The reserves are the
 * vaults plus what lies in the order book minus the profit that waits to be taken; swaps do not change those.
 *
 * Source: raydium-io/raydium-amm `program/src/processor.rs` (`process_swap_base_in`), `math.rs`.
 */
export class RaydiumV4Curve implements Curve {
  readonly baseReserve: bigint;
  readonly quoteReserve: bigint;

  constructor(baseReserve: bigint, quoteReserve: bigint) {
    this.baseReserve = baseReserve;
    this.quoteReserve = quoteReserve;
  }

  exactIn(isBuy: boolean, amountIn: bigint): Filled | null {
    const { baseReserve, quoteReserve } = this;
    const reserveIn = isBuy ? quoteReserve : baseReserve;
    const reserveOut = isBuy ? baseReserve : quoteReserve;
    const net = amountIn - feeOf(amountIn, FEE_BASIS_POINTS);
    if (net <= 0n) return null;
    const amountOut = (reserveOut * net) / (reserveIn + net);
    if (amountOut <= 0n) return null;
    const next = isBuy
      ? new RaydiumV4Curve(baseReserve - amountOut, quoteReserve + amountIn)
      : new RaydiumV4Curve(baseReserve + amountIn, quoteReserve - amountOut);
    return { fill: plainFill(isBuy, amountIn, amountOut), next };
  }
}
