import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pubkeyFromBase58 } from './base58.js';
import { equalBytes, isReservedKey, keySet, RESERVED_KEYS } from './reserved-keys.js';

describe('reserved keys', () => {
  it('are 31 different ones', () => {
    expect(new Set(RESERVED_KEYS).size).toBe(31);
    for (const key of RESERVED_KEYS) expect(isReservedKey(pubkeyFromBase58(key))).toBe(true);
  });

  it('are exactly these, not even with one different bit', () => {
    for (const key of RESERVED_KEYS)
      for (let bit = 0; bit < 256; bit += 1) {
        const other = pubkeyFromBase58(key).slice();
        other[bit >> 3] = other[bit >> 3]! ^ (1 << (bit & 7));
        expect(isReservedKey(other)).toBe(false);
      }
    expect(isReservedKey(pubkeyFromBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'))).toBe(false);
  });
});

describe('keySet', () => {
  // Few different bytes: many keys that share those by which the set finds them.
  const key = fc
    .array(fc.nat({ max: 1 }), { minLength: 8, maxLength: 8 })
    .map((bytes) => Uint8Array.from(bytes));

  it('holds exactly its initial keys, as a set of texts does', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), fc.array(key), (members, asked) => {
        const has = keySet(members);
        const texts = new Set(members.map(String));
        for (const one of [...members, ...asked]) expect(has(one)).toBe(texts.has(String(one)));
      }),
      { numRuns: 300 },
    );
  });

  it('compares whole keys, their length included', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3))).toBe(false);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(equalBytes(new Uint8Array(), new Uint8Array())).toBe(true);
    expect(keySet([Uint8Array.of(1, 2)])(new Uint8Array())).toBe(false);
  });
});
