const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** No text of the chain is longer: 64 bytes are at most 88 characters. */
const MAX_CHARS = 88;

/**
 * How many bytes a base58 text stands for; `null` when it is not base58, is empty, or is too long to be anything
 * of the chain's (decoding is quadratic in the length).
 */
export function base58Size(text: string): number | null {
  if (text.length === 0 || text.length > MAX_CHARS) return null;
  let value = 0n;
  for (const char of text) {
    const digit = ALPHABET.indexOf(char);
    if (digit === -1) return null;
    value = value * 58n + BigInt(digit);
  }
  // Each leading 1 is a byte of zero; the number says nothing of them.
  const zeros = /^1*/.exec(text)![0].length;
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}
