import { type Curve, ceilDiv, type Filled, plainFill } from '../curve.js';

const RATE_UNIT = 1_000_000n;

/** Rates of a fee config (`AmmConfig`), in millionths; the latter two are of the trade fee. */
export interface CpmmFees {
  trade: bigint;
  protocol: bigint;
  fund: bigint;
}

/**
 * Raydium CPMM: x × y = k over the vaults without the protocol's and the fund's fees, which stay in the vault
 * until they are collected.
 *
 * Source: raydium-io/raydium-cp-swap `programs/cp-swap/src/curve/calculator.rs`, `fees.rs`,
 * `states/pool.rs` (`vault_amount_without_fee`).
 */
export class RaydiumCpmmCurve implements Curve {
  readonly baseReserve: bigint;
  readonly quoteReserve: bigint;
  readonly #fees: CpmmFees;

  constructor(baseReserve: bigint, quoteReserve: bigint, fees: CpmmFees) {
    this.baseReserve = baseReserve;
    this.quoteReserve = quoteReserve;
    this.#fees = fees;
  }

  /** After liquidity was put in, or taken out (negative). */
  withLiquidity(base: bigint, quote: bigint): RaydiumCpmmCurve {
    return new RaydiumCpmmCurve(this.baseReserve + base, this.quoteReserve + quote, this.#fees);
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
