import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cachedPubkey, pubkeyFromBase58, signatureFromBase58, toBase58 } from './base58.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const badValue = expect.objectContaining({ name: 'ChainDataError', code: 'bad_value' });

/** Base58 by plain arithmetic: the number in base 58, and a 1 for each zero byte before it. */
function byArithmetic(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)]! + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

const sized = (size: number) =>
  fc
    .tuple(fc.nat({ max: size }), fc.uint8Array({ minLength: size, maxLength: size }))
    .map(([zeros, bytes]) => bytes.fill(0, 0, zeros));

describe('base58', () => {
  it.each([
    [32, pubkeyFromBase58],
    [64, signatureFromBase58],
  ])('of %i bytes goes to text and back as arithmetic and bs58 have it', (size, parse) => {
    fc.assert(
      fc.property(sized(size), (bytes) => {
        const text = toBase58(bytes);
        expect(text).toBe(byArithmetic(bytes));
        expect(text).toBe(bs58.encode(bytes));
        expect(Buffer.from(parse(text)).equals(bytes)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('of any other length is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = bs58.encode(bytes);
        if (bytes.length !== 32) expect(() => pubkeyFromBase58(text)).toThrow(badValue);
        if (bytes.length !== 64) expect(() => signatureFromBase58(text)).toThrow(badValue);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['nothing', ''],
    ['a letter outside the alphabet', '0o1111111111111111111111111111111'],
    ['a space before it', ` ${'1'.repeat(32)}`],
    ['33 bytes of zero', '1'.repeat(33)],
    ['a megabyte', 'z'.repeat(1_000_000)],
  ])('is refused for %s', (_name, text) => {
    expect(() => pubkeyFromBase58(text)).toThrow(badValue);
    expect(() => signatureFromBase58(text)).toThrow(badValue);
    expect(() => cachedPubkey(text)).toThrow(badValue);
  });

  it('knows the system program and a program of ones and letters', () => {
    expect(pubkeyFromBase58('1'.repeat(32))).toEqual(new Uint8Array(32));
    expect(Buffer.from(pubkeyFromBase58('Vote111111111111111111111111111111111111111')).toString('hex')).toBe(
      '0761481d357474bb7c4d7624ebd3bdb3d8355e73d11043fc0da3538000000000',
    );
  });
});

describe('cachedPubkey', () => {
  it('returns the same bytes for each text, also after tens of thousands of others', () => {
    // The last three letters of an address, counted up: its length in bytes does not change.
    const text = (n: number) =>
      `TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ${ALPHABET[n % 58]}${ALPHABET[Math.floor(n / 58) % 58]}${ALPHABET[Math.floor(n / 3_364)]}`;
    const first = cachedPubkey(text(0));
    expect(cachedPubkey(text(0))).toBe(first);
    for (let n = 1; n <= 50_500; n += 1) cachedPubkey(text(n));
    expect(cachedPubkey(text(0))).toEqual(pubkeyFromBase58(text(0)));
    expect(cachedPubkey(text(50_500))).toEqual(pubkeyFromBase58(text(50_500)));
  });
});
