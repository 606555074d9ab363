/**
 * Cache of recent exact amounts, each as one shared bigint: most balances are the same before and after a transaction,
 * and every bigint is a heap object.
 */
const CACHE_SIZE = 4_096;
const lows = new Int32Array(CACHE_SIZE).fill(-1);
const highs = new Int32Array(CACHE_SIZE);
const amounts: bigint[] = new Array(CACHE_SIZE).fill(0n);

/** Returns `low + high × 2²⁸`; both parts have 28 bits. */
export function internAmount(low: number, high: number): bigint {
  const index = (low ^ (low >>> 12) ^ high) & (CACHE_SIZE - 1);
  if (lows[index] === low && highs[index] === high) return amounts[index]!;
  const value = low + high * 2 ** 28;
  const amount = Number.isSafeInteger(value) ? BigInt(value) : BigInt(low) + (BigInt(high) << 28n);
  lows[index] = low;
  highs[index] = high;
  amounts[index] = amount;
  return amount;
}
