import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type Address,
  address,
  type Blockhash,
  blockhashToBase58,
  encodedAddress,
  encodedBlockhash,
  encodedSignature,
  isAddress,
  isSignature,
  type Signature,
  signature,
  signatureToBase58,
} from './base58-text.js';
import { keyToBase58 } from './key-table.js';

const badValue = expect.objectContaining({ name: 'ChainDataError', code: 'bad_value' });
const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111';
/** The first block of the mainnet. */
const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
/** The example of the API document. */
const SIGNATURE = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';

const zeroed = (bytes: Uint8Array, zeros: number) => bytes.fill(0, 0, zeros);
const sized = (size: number) =>
  fc.tuple(fc.uint8Array({ minLength: size, maxLength: size }), fc.nat(size)).map(([b, n]) => zeroed(b, n));
/** Mostly of the lengths that count. */
const anyBytes = fc.oneof(sized(32), sized(64), fc.uint8Array({ maxLength: 100 }));

describe('a text is', () => {
  it('an address if it has 32 bytes, a signature if it has 64, as bs58 counts them', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = bs58.encode(bytes);
        expect([isAddress(text), isSignature(text)]).toEqual([bytes.length === 32, bytes.length === 64]);
      }),
      { numRuns: 500 },
    );
  });

  it('none of them if bs58 does not read it', () => {
    const chars = fc.constantFrom(...'123456789ABCxyz0OIl_ é😀');
    fc.assert(
      fc.property(fc.string({ unit: chars, minLength: 30, maxLength: 90 }), (text) => {
        const size = bs58.decodeUnsafe(text)?.length;
        expect(isAddress(text)).toBe(size === 32);
        expect(isSignature(text)).toBe(size === 64);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', 'nothing'],
    ['1'.repeat(31), '31 bytes of zero'],
    ['1'.repeat(33), '33 bytes of zero'],
    [` ${VOTE_PROGRAM}`, 'a space before it'],
    [`${VOTE_PROGRAM}\n`, 'a line break after it'],
    [VOTE_PROGRAM.replace('V', '0'), 'a character that base58 lacks'],
    [VOTE_PROGRAM.slice(0, -1), 'a character too few'],
    ['z'.repeat(44), '33 bytes in 44 characters'],
    ['z'.repeat(1_000_000), 'a megabyte'],
  ])('none of them: %#, %s', (text) => {
    expect([isAddress(text), isSignature(text)]).toEqual([false, false]);
    for (const check of [address, signature]) expect(() => check(text)).toThrow(badValue);
  });

  it('what it was before its check', () => {
    expect(address(VOTE_PROGRAM)).toBe(VOTE_PROGRAM);
    expect(address('1'.repeat(32))).toBe('1'.repeat(32));
    expect(signature(SIGNATURE)).toBe(SIGNATURE);
    expect(() => signature(VOTE_PROGRAM)).toThrow(`not base58 of 64 bytes: "${VOTE_PROGRAM}"`);
    expect(() => address(SIGNATURE)).toThrow(`not base58 of 32 bytes: "${SIGNATURE}"`);
  });
});

describe('bytes', () => {
  it('become the text of bs58', () => {
    fc.assert(
      fc.property(sized(32), sized(64), (key, signed) => {
        expect(blockhashToBase58(key)).toBe(bs58.encode(key));
        expect(signatureToBase58(signed)).toBe(bs58.encode(signed));
      }),
    );
  });

  it('of another length are refused', () => {
    for (const size of [0, 31, 33, 63, 65]) {
      expect(() => blockhashToBase58(new Uint8Array(size))).toThrow(badValue);
      expect(() => signatureToBase58(new Uint8Array(size))).toThrow(badValue);
    }
  });
});

describe('the text of an encoder', () => {
  it('is taken as it is, for all bytes of the right length', () => {
    fc.assert(
      fc.property(sized(32), sized(64), (key, signed) => {
        expect(encodedAddress(bs58.encode(key))).toBe(bs58.encode(key));
        expect(encodedBlockhash(bs58.encode(key))).toBe(bs58.encode(key));
        expect(encodedSignature(bs58.encode(signed))).toBe(bs58.encode(signed));
      }),
    );
  });

  it('is refused if the text is too short or too long for its number of bytes', () => {
    for (const text of ['', '1'.repeat(31), 'z'.repeat(45), SIGNATURE]) {
      expect(() => encodedAddress(text)).toThrow(badValue);
      expect(() => encodedBlockhash(text)).toThrow(badValue);
    }
    for (const text of ['', VOTE_PROGRAM, '1'.repeat(63), 'z'.repeat(89)])
      expect(() => encodedSignature(text)).toThrow(badValue);
  });
});

describe('the compiler', () => {
  const ofAddress = (text: Address): string => text;
  const ofSignature = (text: Signature): string => text;
  const ofBlockhash = (text: Blockhash): string => text;
  const [wallet, signed, hash] = [address(VOTE_PROGRAM), signature(SIGNATURE), encodedBlockhash(GENESIS)];
  const plain: string = VOTE_PROGRAM;

  it('takes each for itself and for text', () => {
    expect([ofAddress(wallet), ofSignature(signed), ofBlockhash(hash)]).toEqual([wallet, signed, hash]);
    expectTypeOf(keyToBase58).returns.toEqualTypeOf<Address>();
    expectTypeOf<Address>().toExtend<string>();
    expectTypeOf<Signature>().toExtend<string>();
    expectTypeOf<Blockhash>().toExtend<string>();
  });

  it('refuses one for another', () => {
    // @ts-expect-error a signature is not an address
    ofAddress(signed);
    // @ts-expect-error a blockhash is not an address
    ofAddress(hash);
    // @ts-expect-error an address is not a signature
    ofSignature(wallet);
    // @ts-expect-error a blockhash is not a signature
    ofSignature(hash);
    // @ts-expect-error an address is not a blockhash
    ofBlockhash(wallet);
    // @ts-expect-error a signature is not a blockhash
    ofBlockhash(signed);
  });

  it('refuses plain text for any of them until it was checked', () => {
    // @ts-expect-error a text is not an address
    ofAddress(plain);
    // @ts-expect-error a text is not a signature
    ofSignature(plain);
    // @ts-expect-error a text is not a blockhash
    ofBlockhash(plain);
    if (isAddress(plain)) expect(ofAddress(plain)).toBe(plain);
  });
});
