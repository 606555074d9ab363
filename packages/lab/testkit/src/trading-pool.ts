import type { Trade } from './traded-block.js';

type SwapTrade = Extract<Trade, { does: 'swap' }>;

/** A constant-product pool of tokens A and B with a fee of 0.25 %, in exact integers. */
export class TradingPool {
  a = 10_000_000_000n;
  b = 40_000_000_000n;
  constructor(readonly name: string) {}

  swap(trader: string, from: 'A' | 'B', paid: bigint): SwapTrade {
    const [into, out] = from === 'A' ? [this.a, this.b] : [this.b, this.a];
    const counted = (paid * 9_975n) / 10_000n;
    const got = (out * counted) / (into + counted);
    if (from === 'A') [this.a, this.b] = [this.a + paid, this.b - got];
    else [this.a, this.b] = [this.a - got, this.b + paid];
    return { does: 'swap', trader, from, paid, got, pool: this.name };
  }

  /** A swap that gets the least that it would take. */
  swapToLimit(trader: string, from: 'A' | 'B', paid: bigint): SwapTrade {
    const swap = this.swap(trader, from, paid);
    return { ...swap, least: swap.got };
  }
}

export const got = (trade: Trade): bigint => (trade.does === 'swap' ? trade.got : 0n);
