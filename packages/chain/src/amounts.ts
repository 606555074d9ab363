/**
 * Cache of recent exact amounts, each as one shared bigint: most balances are the same before and after a transaction,
 * and every bigint is a heap object.
 */
const PLACES = 4_096;
const lows = new Int32Array(PLACES).fill(-1);
const highs = new Int32Array(PLACES);
const amounts: bigint[] = new Array(PLACES).fill(0n);

/** Returns `low + high × 2²⁸`; both parts have 28 bits. */
export function internAmount(low: number, high: number): bigint {
  const place = (low ^ (low >>> 12) ^ high) & (PLACES - 1);
  if (lows[place] === low && highs[place] === high) return amounts[place]!;
  const value = low + high * 2 ** 28;
  const amount = Number.isSafeInteger(value) ? BigInt(value) : BigInt(low) + (BigInt(high) << 28n);
  lows[place] = low;
  highs[place] = high;
  amounts[place] = amount;
  return amount;
}
