/**
 * Exact amounts that came lately, each as one bigint: most balances after a transaction are those before it, and a
 * bigint is an object on the heap.
 */
const PLACES = 4_096;
const lows = new Int32Array(PLACES).fill(-1);
const highs = new Int32Array(PLACES);
const amounts: bigint[] = new Array(PLACES).fill(0n);

/** `low + high × 2²⁸`, of 28 bits each. */
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
