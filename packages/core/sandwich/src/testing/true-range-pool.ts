/**
 * A concentrated pool that swaps step by step through its price ranges, in whole numbers, as Uniswap v3 and its
 * descendants on Solana (Orca Whirlpool, Raydium CLMM) do: fees in millionths of the input, lying beside the liquidity.
 *
 * Source: orca-so/whirlpools `programs/whirlpool/src/math/swap_math.rs` (`compute_swap`), `token_math.rs`.
 */
export interface TrueRange {
  /** The range ends where the root of the price has this value, times 2^64. */
  lowest: bigint;
  liquidity: bigint;
}

export interface RangeFill {
  paid: bigint;
  got: bigint;
  /** Part of `paid`. */
  fee: bigint;
}

const Q64 = 2n ** 64n;
const MILLION = 1_000_000n;

const ceil = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/** The root of the price at a tick, times 2^64. Price is token B for a token A. */
export function rootAt(tick: number): bigint {
  return BigInt(Math.round(1.0001 ** (tick / 2) * 2 ** 52)) << 12n;
}

export class TrueRangePool {
  /** Ranges from the highest price to the lowest; the last has no end. */
  readonly ranges: readonly TrueRange[];
  readonly fee: bigint;
  root: bigint;

  /** @param fee in millionths of the input */
  constructor(ranges: readonly TrueRange[], root: bigint, fee: bigint) {
    this.ranges = ranges;
    this.root = root;
    this.fee = fee;
  }

  /** At the present price. */
  get liquidity(): bigint {
    return this.ranges.find(({ lowest }) => lowest <= this.root)?.liquidity ?? 0n;
  }

  copy(): TrueRangePool {
    return new TrueRangePool(this.ranges, this.root, this.fee);
  }

  /** Pays token A, the price falls. Null if the pool does not hold enough. */
  sellA(fixed: 'in' | 'out', amount: bigint): RangeFill | null {
    let left = amount;
    const fill = { paid: 0n, got: 0n, fee: 0n };
    while (left > 0n) {
      const range = this.ranges.find(({ lowest }) => lowest < this.root);
      if (range === undefined) return null;
      const { lowest, liquidity } = range;
      const all = ceil(ceil(liquidity * Q64 * (this.root - lowest), this.root), lowest);
      const allOut = (liquidity * (this.root - lowest)) / Q64;
      const net = fixed === 'in' ? (left * (MILLION - this.fee)) / MILLION : left;
      const reaches = net >= (fixed === 'in' ? all : allOut);
      const next = reaches
        ? lowest
        : fixed === 'in'
          ? ceil(liquidity * Q64 * this.root, liquidity * Q64 + net * this.root)
          : this.root - ceil(left * Q64, liquidity);
      const paid = reaches ? all : ceil(ceil(liquidity * Q64 * (this.root - next), this.root), next);
      const got = reaches ? allOut : (liquidity * (this.root - next)) / Q64;
      left = this.#add(fill, fixed, left, paid, got, reaches);
      this.root = next;
    }
    return fill;
  }

  /** Pays token B, the price rises. Null if the pool does not hold enough. */
  sellB(fixed: 'in' | 'out', amount: bigint): RangeFill | null {
    let left = amount;
    const fill = { paid: 0n, got: 0n, fee: 0n };
    while (left > 0n) {
      const above = this.ranges.findIndex(({ lowest }) => lowest <= this.root);
      const range = this.ranges[above];
      const highest = this.ranges[above - 1]?.lowest ?? this.root * 1_000n;
      if (range === undefined) return null;
      const { liquidity } = range;
      const all = ceil(liquidity * (highest - this.root), Q64);
      const allOut = (liquidity * Q64 * (highest - this.root)) / highest / this.root;
      const net = fixed === 'in' ? (left * (MILLION - this.fee)) / MILLION : left;
      const reaches = net >= (fixed === 'in' ? all : allOut);
      const next = reaches
        ? highest
        : fixed === 'in'
          ? this.root + (net * Q64) / liquidity
          : ceil(liquidity * Q64 * this.root, liquidity * Q64 - left * this.root);
      const paid = reaches ? all : ceil(liquidity * (next - this.root), Q64);
      const got = reaches ? allOut : (liquidity * Q64 * (next - this.root)) / next / this.root;
      left = this.#add(fill, fixed, left, paid, got, reaches);
      this.root = next;
    }
    return fill;
  }

  #add(
    fill: RangeFill,
    fixed: 'in' | 'out',
    left: bigint,
    net: bigint,
    got: bigint,
    reaches: boolean,
  ): bigint {
    const fee = fixed === 'in' && !reaches ? left - net : ceil(net * this.fee, MILLION - this.fee);
    fill.paid += net + fee;
    fill.fee += fee;
    const given = fixed === 'out' && !reaches ? left : got;
    fill.got += given;
    return fixed === 'in' ? left - net - fee : left - given;
  }
}
