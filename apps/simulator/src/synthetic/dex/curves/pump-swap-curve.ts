import { type Curve, ceilDiv, type Filled, feeOf } from '../curve.js';

export const PUMP_SWAP_FEES = { liquidity: 20n, protocol: 5n, creator: 5n } as const;

/**
 * PumpSwap: x × y = k over the vaults. All fees are of the quote side: the liquidity's stay in the pool, the
 * protocol's and the creator's go to others, beside the pool on a buy and out of it on a sell.
 *
 * Source: pump-fun/pump-public-docs `docs/PUMP_SWAP_README.md`, `idl/pump_amm.json`.
 */
export class PumpSwapCurve implements Curve {
  readonly baseReserve: bigint;
  readonly quoteReserve: bigint;

  constructor(baseReserve: bigint, quoteReserve: bigint) {
    this.baseReserve = baseReserve;
    this.quoteReserve = quoteReserve;
  }

  exactIn(isBuy: boolean, amountIn: bigint): Filled | null {
    return isBuy ? this.#buyFor(amountIn) : this.#sell(amountIn);
  }

  exactOut(baseOut: bigint): Filled | null {
    const { baseReserve, quoteReserve } = this;
    if (baseOut <= 0n || baseOut >= baseReserve) return null;
    return this.#bought(ceilDiv(quoteReserve * baseOut, baseReserve - baseOut), baseOut);
  }

  #buyFor(amountIn: bigint): Filled | null {
    const { baseReserve, quoteReserve } = this;
    const { liquidity, protocol, creator } = PUMP_SWAP_FEES;
    let quote = (amountIn * 10_000n) / (10_000n + liquidity + protocol + creator);
    const fees = feeOf(quote, liquidity) + feeOf(quote, protocol) + feeOf(quote, creator);
    if (quote + fees > amountIn) quote = amountIn - fees;
    return quote <= 0n ? null : this.#bought(quote, (baseReserve * quote) / (quoteReserve + quote));
  }

  #bought(quote: bigint, baseOut: bigint): Filled | null {
    if (quote <= 0n || baseOut <= 0n) return null;
    const liquidityFee = feeOf(quote, PUMP_SWAP_FEES.liquidity);
    const protocolFee = feeOf(quote, PUMP_SWAP_FEES.protocol);
    const creatorFee = feeOf(quote, PUMP_SWAP_FEES.creator);
    const poolIn = quote + liquidityFee;
    return {
      fill: {
        isBuy: true,
        poolIn,
        poolOut: baseOut,
        traderIn: poolIn + protocolFee + creatorFee,
        traderOut: baseOut,
        protocolFee,
        creatorFee,
        liquidityFee,
      },
      next: new PumpSwapCurve(this.baseReserve - baseOut, this.quoteReserve + poolIn),
    };
  }

  #sell(amountIn: bigint): Filled | null {
    const { baseReserve, quoteReserve } = this;
    const quote = (quoteReserve * amountIn) / (baseReserve + amountIn);
    const liquidityFee = feeOf(quote, PUMP_SWAP_FEES.liquidity);
    const protocolFee = feeOf(quote, PUMP_SWAP_FEES.protocol);
    const creatorFee = feeOf(quote, PUMP_SWAP_FEES.creator);
    const poolOut = quote - liquidityFee;
    const traderOut = poolOut - protocolFee - creatorFee;
    if (traderOut <= 0n) return null;
    return {
      fill: {
        isBuy: false,
        poolIn: amountIn,
        poolOut,
        traderIn: amountIn,
        traderOut,
        protocolFee,
        creatorFee,
        liquidityFee,
      },
      next: new PumpSwapCurve(baseReserve + amountIn, quoteReserve - poolOut),
    };
  }
}
