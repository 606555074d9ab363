import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOfKey, isKeyText, newKeyText, shownPrefix, toBase58 } from './key-text.js';

// Solana addresses and their bytes, from its documentation.
test.each([
  ['11111111111111111111111111111111', '00'.repeat(32)],
  [
    'Vote111111111111111111111111111111111111111',
    '0761481d357474bb7c4d7624ebd3bdb3d8355e73d11043fc0da3538000000000',
  ],
  ['JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG', 'ff'.repeat(32)],
])('base58 of 32 bytes: %s', (text, hex) => {
  expect(toBase58(Buffer.from(hex, 'hex'))).toBe(text);
});

test('a text of any 32 bytes is a key; of any other length it is not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 40 }), (bytes, zeros) => {
      const text = `sk_live_${toBase58(bytes.fill(0, 0, zeros))}`;
      expect(isKeyText(text)).toBe(bytes.length === 32);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat({ max: 32 }), (bytes, zeros) => {
      expect(isKeyText(`sk_test_${toBase58(bytes.fill(0, 0, zeros))}`)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const ADDRESS = 'Vote111111111111111111111111111111111111111';

test.each([
  ['nothing', ''],
  ['no prefix', ADDRESS],
  ['another kind', `sk_prod_${ADDRESS}`],
  ['another case', `SK_LIVE_${ADDRESS}`],
  ['only the prefix', 'sk_live_'],
  ['cut off', `sk_live_${ADDRESS}`.slice(0, -1)],
  ['one more', `sk_live_${ADDRESS}1`],
  ['a letter that base58 does not have', `sk_live_${ADDRESS.replace('V', '0')}`],
  ['a space after it', `sk_live_${ADDRESS} `],
  ['a line after it', `sk_live_${ADDRESS}\n`],
  ['one above 2^256', 'sk_live_JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH'],
  ['a megabyte', `sk_live_${'z'.repeat(1_000_000)}`],
  ['a JWT', 'eyJhbGciOiJub25lIn0.e30.'],
])('no key: %s', (_, text) => {
  expect(isKeyText(text)).toBe(false);
});

test.each(['live', 'test'] as const)('a new %s key has its prefix, and no two are the same', (kind) => {
  const texts = Array.from({ length: 200 }, () => newKeyText(kind));
  for (const text of texts) {
    expect(text.startsWith(`sk_${kind}_`)).toBe(true);
    expect(isKeyText(text)).toBe(true);
  }
  expect(new Set(texts).size).toBe(200);
});

test('stored are SHA-256 of the whole text and its first 12 characters', () => {
  const text = `sk_live_${ADDRESS}`;
  expect(hashOfKey(text)).toEqual(createHash('sha256').update(text, 'utf8').digest());
  expect(shownPrefix(text)).toBe('sk_live_Vote');
});
