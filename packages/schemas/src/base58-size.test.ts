import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base58Size } from './base58-size.js';

/** Long division of the bytes, as the reference implementation does it. */
function encode(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < digits.length; i += 1) {
      carry += digits[i]! * 256;
      digits[i] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58);
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const leading = zeros === -1 ? bytes.length : zeros;
  return (
    '1'.repeat(leading) +
    digits
      .reverse()
      .map((digit) => alphabet[digit])
      .join('')
  );
}

test('the size of any text that encodes up to 64 bytes is the number of those bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat(8), (bytes, zeros) => {
      bytes.fill(0, 0, zeros);
      const text = encode(bytes);
      expect(base58Size(text)).toBe(text.length > 88 ? null : bytes.length);
    }),
    { numRuns: 500 },
  );
});

test('the system program is 32 bytes of zero, one character each', () => {
  expect(base58Size('1'.repeat(32))).toBe(32);
});

test.each(['', '0', 'O', 'I', 'l', 'abc def', 'é', '😀', 'a'.repeat(89), 'a'.repeat(1_000_000)])(
  'what is not base58 or too long to be of the chain has no size: %#',
  (text) => {
    expect(base58Size(text)).toBeNull();
  },
);
