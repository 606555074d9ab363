import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyToBase58 } from './base58-key.js';

describe('keyToBase58', () => {
  it('writes what the general encoder writes, for any 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        expect(keyToBase58(key)).toBe(bs58.encode(key));
      }),
      { numRuns: 2_000 },
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
});
