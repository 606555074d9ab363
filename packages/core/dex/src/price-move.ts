/**
 * Where a swap moved the pool's price, and what of the amounts moved it, as the program's own event states it. The price
 * is that of the pool's first token in its second, in their smallest units.
 *
 * Roots and liquidity are floating point: their 53 bits say more than amounts in whole units do.
 */
export interface PriceMove {
  /** Whether the price falls: the swap pays the pool's first token. */
  falls: boolean;
  /**
   * The root of the price before and after the swap; in pools of bins, the bin. Null if the event does not state it: it
   * is where the pool's previous swap left it.
   */
  before: number | null;
  after: number;
  /** Liquidity at the price after the swap; null if the event does not state it. */
  liquidity: number | null;
  /** The part of `poolIn` that did not move the price; null if the event does not state it. */
  feeIn: bigint | null;
  /** Amount that the pool kept of its output: `poolOut` and this moved the price. */
  feeOut: bigint | null;
}
