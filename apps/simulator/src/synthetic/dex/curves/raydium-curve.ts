import { type Curve, ceilDiv, type Filled, plainFill } from '../curve.js';

const RATE_UNIT = 1_000_000n;

/** Rates of a fee config (`AmmConfig`), in millionths; the latter two are of the trade fee. */
export interface RaydiumFees {
  trade: bigint;
  protocol: bigint;
  fund: bigint;
}

/** AMM v4 keeps all of its fee in the pool. */
export const RAYDIUM_V4_FEES: RaydiumFees = { trade: 2_500n, protocol: 0n, fund: 0n };

/**
 * Raydium's x × y = k. CPMM: over the vaults without the protocol's and the fund's fees, which stay in the vault until
 * they are collected. AMM v4: over the vaults plus what lies in the order book minus the profit that waits to be taken;
 * swaps do not change those.
 *
 * Source: raydium-io/raydium-cp-swap `programs/cp-swap/src/curve/calculator.rs`, `fees.rs`,
 * `states/pool.rs` (`vault_amount_without_fee`); raydium-io/raydium-amm `program/src/processor.rs`
 * (`process_swap_base_in`), `math.rs`.
 */
export class RaydiumCurve implements Curve {
  readonly baseReserve: bigint;
  readonly quoteReserve: bigint;
  readonly #fees: RaydiumFees;

  constructor(baseReserve: bigint, quoteReserve: bigint, fees: RaydiumFees) {
    this.baseReserve = baseReserve;
    this.quoteReserve = quoteReserve;
    this.#fees = fees;
  }

  /** After liquidity was put in, or taken out (negative). */
  withLiquidity(base: bigint, quote: bigint): RaydiumCurve {
    return new RaydiumCurve(this.baseReserve + base, this.quoteReserve + quote, this.#fees);
  }

  exactIn(isBuy: boolean, amountIn: bigint): Filled | null {
    const { baseReserve, quoteReserve } = this;
    const { trade, protocol, fund } = this.#fees;
    const reserveIn = isBuy ? quoteReserve : baseReserve;
    const reserveOut = isBuy ? baseReserve : quoteReserve;
    const tradeFee = ceilDiv(amountIn * trade, RATE_UNIT);
    const net = amountIn - tradeFee;
    if (net <= 0n) return null;
    const amountOut = (reserveOut * net) / (reserveIn + net);
    if (amountOut <= 0n) return null;
    const setAside = (tradeFee * protocol) / RATE_UNIT + (tradeFee * fund) / RATE_UNIT;
    const gained = amountIn - setAside;
    const next = isBuy ? this.withLiquidity(-amountOut, gained) : this.withLiquidity(gained, -amountOut);
    return { fill: plainFill(isBuy, amountIn, amountOut), next };
  }
}
