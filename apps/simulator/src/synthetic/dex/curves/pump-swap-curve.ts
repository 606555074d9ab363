import { type Curve, ceilDiv, type Filled, feesOf, withoutFees } from '../curve.js';

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
    const quote = withoutFees(amountIn, PUMP_SWAP_FEES);
    return quote <= 0n ? null : this.#bought(quote, (baseReserve * quote) / (quoteReserve + quote));
  }

  #bought(quote: bigint, baseOut: bigint): Filled | null {
    if (quote <= 0n || baseOut <= 0n) return null;
    const fees = feesOf(quote, PUMP_SWAP_FEES);
    const poolIn = quote + fees.liquidityFee;
    const traderIn = poolIn + fees.protocolFee + fees.creatorFee;
    return {
      fill: { isBuy: true, poolIn, poolOut: baseOut, traderIn, traderOut: baseOut, ...fees },
      next: new PumpSwapCurve(this.baseReserve - baseOut, this.quoteReserve + poolIn),
    };
  }

  #sell(amountIn: bigint): Filled | null {
    const { baseReserve, quoteReserve } = this;
    const quote = (quoteReserve * amountIn) / (baseReserve + amountIn);
    const fees = feesOf(quote, PUMP_SWAP_FEES);
    const poolOut = quote - fees.liquidityFee;
    const traderOut = poolOut - fees.protocolFee - fees.creatorFee;
    if (traderOut <= 0n) return null;
    return {
      fill: { isBuy: false, poolIn: amountIn, poolOut, traderIn: amountIn, traderOut, ...fees },
      next: new PumpSwapCurve(baseReserve + amountIn, quoteReserve - poolOut),
    };
  }
}
