import { type Curve, ceilDiv, type Filled } from '../curve.js';

/** The fee that a Token-2022 mint withholds from every transfer. */
export interface TransferFee {
  basisPoints: bigint;
  maximum: bigint;
}

/** Rounded up, capped at the maximum (solana-program/token-2022 `extension/transfer_fee`, `calculate_fee`). */
export function withheldOf({ basisPoints, maximum }: TransferFee, amount: bigint): bigint {
  const fee = ceilDiv(amount * basisPoints, 10_000n);
  return fee < maximum ? fee : maximum;
}

/** A pool whose base token has a transfer fee: on either side, less arrives than was sent. */
export class TransferFeeCurve implements Curve {
  readonly #inner: Curve;
  readonly #fee: TransferFee;

  constructor(inner: Curve, fee: TransferFee) {
    this.#inner = inner;
    this.#fee = fee;
  }

  get baseReserve(): bigint {
    return this.#inner.baseReserve;
  }

  get quoteReserve(): bigint {
    return this.#inner.quoteReserve;
  }

  exactIn(isBuy: boolean, amountIn: bigint): Filled | null {
    const onTheWayIn = isBuy ? 0n : withheldOf(this.#fee, amountIn);
    const filled = this.#inner.exactIn(isBuy, amountIn - onTheWayIn);
    if (filled === null) return null;
    const { fill } = filled;
    const onTheWayOut = isBuy ? withheldOf(this.#fee, fill.traderOut) : 0n;
    return {
      fill: {
        ...fill,
        traderIn: fill.traderIn + onTheWayIn,
        traderOut: fill.traderOut - onTheWayOut,
        withheld: onTheWayIn + onTheWayOut,
      },
      next: new TransferFeeCurve(filled.next, this.#fee),
    };
  }
}
