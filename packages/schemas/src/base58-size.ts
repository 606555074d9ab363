const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The longest text of the chain: 64 bytes have at most 88 characters. */
const MAX_CHARS = 88;

/**
 * The number of bytes that a base58 text encodes; `null` when it is not base58, is empty, or is longer than any
 * value of the chain (decoding is quadratic in the length).
 */
export function base58Size(text: string): number | null {
  if (text.length === 0 || text.length > MAX_CHARS) return null;
  let value = 0n;
  for (const char of text) {
    const digit = ALPHABET.indexOf(char);
    if (digit === -1) return null;
    value = value * 58n + BigInt(digit);
  }
  // Each leading 1 is a zero byte, which the number does not show.
  const zeros = /^1*/.exec(text)![0].length;
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}
