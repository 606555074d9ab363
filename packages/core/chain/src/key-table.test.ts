import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cachedPubkey } from './base58.js';
import { internKey, keyFingerprint, keyToBase58 } from './key-table.js';
import { named32 } from './testing/bytes.js';

const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });
/** Keys that share their place in the table: only bytes 8, 9, 16 and 17 say which that is. */
const crowded = fc.tuple(anyKey, fc.nat(3)).map(([key, which]) => {
  for (const at of [8, 9, 16, 17]) key[at] = which;
  return key;
});
const intern = (key: Uint8Array, before = 0): Uint8Array =>
  internKey(new DataView(Uint8Array.of(...new Uint8Array(before), ...key, 1, 2, 3).buffer), before);

describe('keyToBase58', () => {
  it('agrees with the general encoder for any 32 bytes, repeatedly, and caches the bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyKey, crowded), { minLength: 1, maxLength: 8 }), (keys) => {
        for (const key of [...keys, ...keys.map((key) => intern(key)), ...keys]) {
          const text = keyToBase58(key);
          expect(text).toBe(bs58.encode(key));
          expect(cachedPubkey(text)).toEqual(key);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('writes a leading zero byte as a one, up to the all-zero key', () => {
    for (let zeros = 0; zeros <= 32; zeros += 1) {
      for (const fill of [1, 57, 58, 255]) {
        const key = new Uint8Array(32).fill(fill, zeros);
        expect(keyToBase58(key)).toBe(bs58.encode(key));
      }
    }
    expect(keyToBase58(new Uint8Array(32))).toBe('11111111111111111111111111111111');
  });

  it('copies the array of the caller, which may change afterwards', () => {
    const key = named32('changes');
    const before = bs58.encode(key);
    expect(keyToBase58(key)).toBe(before);
    key[0]! ^= 1;
    expect(keyToBase58(key)).toBe(bs58.encode(key));
    expect(bs58.encode(cachedPubkey(before))).toBe(before);
  });

  it('refuses bytes of other lengths', () => {
    for (const size of [0, 31, 33, 64])
      expect(() => keyToBase58(new Uint8Array(size).fill(7))).toThrow(
        expect.objectContaining({ name: 'ChainDataError', code: 'bad_value' }),
      );
  });
});

describe('internKey', () => {
  it('returns the bytes at the offset, and mostly the same object for the same bytes', () => {
    fc.assert(
      fc.property(fc.oneof(anyKey, crowded), fc.nat(5), (key, before) => {
        const first = intern(key, before);
        expect(first).toEqual(key);
        expect(intern(key)).toBe(first);
      }),
      { numRuns: 400 },
    );
  });

  it('holds keys of one place apart', () => {
    fc.assert(
      fc.property(fc.array(crowded, { minLength: 2, maxLength: 20 }), (keys) => {
        const given = keys.map((key) => intern(key));
        expect(given).toEqual(keys);
      }),
    );
  });

  it('returns a copy that does not change with the message', () => {
    const key = named32('copied');
    const message = Uint8Array.from(key);
    const interned = internKey(new DataView(message.buffer), 0);
    message.fill(0);
    expect(interned).toEqual(key);
  });
});

describe('keyFingerprint', () => {
  it('is the same for the same bytes, in the table or not, and another one for a key that differs in one bit', () => {
    fc.assert(
      fc.property(fc.oneof(anyKey, crowded), fc.nat(255), (key, bit) => {
        const fingerprint = keyFingerprint(key);
        expect(Number.isSafeInteger(fingerprint) && fingerprint >= 0).toBe(true);
        expect(keyFingerprint(intern(key))).toBe(fingerprint);
        expect(keyFingerprint(Uint8Array.from(key))).toBe(fingerprint);
        key[bit >> 3]! ^= 1 << (bit & 7);
        expect(keyFingerprint(key)).not.toBe(fingerprint);
      }),
      { numRuns: 400 },
    );
  });
});
