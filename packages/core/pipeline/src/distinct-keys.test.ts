import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctKeys } from './distinct-keys.js';

function count(keys: Iterable<Uint8Array>): number {
  const distinct = new DistinctKeys();
  for (const key of keys) distinct.add(key);
  return distinct.size;
}

const keyOf = (name: string): Uint8Array => createHash('sha256').update(name).digest();

describe('DistinctKeys', () => {
  it('agrees with a set of hex texts, also for keys that differ in a single bit', () => {
    const near = fc
      .tuple(fc.constantFrom(0, 7, 255), fc.nat(255), fc.boolean())
      .map(([fill, bit, isFlipped]) => {
        const key = new Uint8Array(32).fill(fill);
        if (isFlipped) key[bit >> 3]! ^= 1 << (bit & 7);
        return key;
      });
    const any = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.array(fc.oneof(near, any), { maxLength: 200 }), (keys) => {
        expect(count(keys)).toBe(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size);
      }),
    );
  });

  it('counts the key of zeros', () => {
    expect(count([new Uint8Array(32), new Uint8Array(32)])).toBe(1);
  });

  it('counts tens of thousands, each added three times', () => {
    const keys = Array.from({ length: 30_000 }, (_, index) => keyOf(`key ${index}`));
    expect(count([...keys, ...keys, ...keys.map((key) => Uint8Array.from(key))])).toBe(30_000);
  });
});
