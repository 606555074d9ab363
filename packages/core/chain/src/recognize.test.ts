import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase58 } from './base58.js';
import { recognize } from './recognize.js';

const SIGNATURE = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';
const ADDRESS = 'So11111111111111111111111111111111111111112';

describe('a text is recognised', () => {
  it.each([
    ['https://solscan.io/tx/', 'signature'],
    ['http://www.solscan.io/tx/', 'signature'],
    ['solscan.io/tx/', 'signature'],
    ['https://explorer.solana.com/tx/', 'signature'],
    ['https://solana.fm/tx/', 'signature'],
    ['https://orb.helius.dev/tx/', 'signature'],
    ['https://orbmarkets.io/tx/', 'signature'],
    ['https://solscan.io/account/', 'address'],
    ['https://solscan.io/token/', 'address'],
    ['https://explorer.solana.com/address/', 'address'],
    ['https://solana.fm/address/', 'address'],
    ['https://orbmarkets.io/address/', 'address'],
  ])('%s… is a %s', (url, kind) => {
    const value = kind === 'signature' ? SIGNATURE : ADDRESS;
    for (const end of ['', '/', '?cluster=mainnet-beta', '?a=b#c', '/tokens'])
      expect(recognize(`${url}${value}${end}`)).toEqual({ kind, value });
  });

  it.each([
    ['370537741', { kind: 'slot', value: 370_537_741 }],
    ['370,537,741', { kind: 'slot', value: 370_537_741 }],
    ['https://solscan.io/block/370537741', { kind: 'slot', value: 370_537_741 }],
    ['https://explorer.solana.com/block/7?cluster=devnet', { kind: 'other_cluster', cluster: 'devnet' }],
    [`https://evil.example/tx/${SIGNATURE}`, { kind: 'other_url' }],
    [`https://notsolscan.io/tx/${SIGNATURE}`, { kind: 'other_url' }],
    ['https://solscan.io/leaderboard', { kind: 'other_url' }],
    [`https://solscan.io/tx/${ADDRESS}`, { kind: 'other_url' }],
    ['0x52908400098527886E0F7030069857D2E4169EE7', { kind: 'evm_address' }],
    [`0x${'ab'.repeat(32)}`, { kind: 'evm_transaction' }],
    [SIGNATURE.slice(0, 60), { kind: 'base58', length: 60 }],
    ['nonsense', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
    ['9'.repeat(18), { kind: 'unknown' }],
    ['1'.repeat(100_000), { kind: 'unknown' }],
  ])('%.60s', (text, expected) => {
    expect(recognize(text)).toEqual(expected);
  });

  it('with blanks and quotes around it, and where a copied line was wrapped', () => {
    const signature = { kind: 'signature', value: SIGNATURE };
    for (const text of [
      ` ${SIGNATURE}\n`,
      `"${SIGNATURE}"`,
      `${SIGNATURE.slice(0, 40)} ${SIGNATURE.slice(40)}`,
    ])
      expect(recognize(text)).toEqual(signature);
  });
});

it('every signature and address is itself, alone and in a URL', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) => {
      const value = toBase58(bytes);
      expect(recognize(value)).toEqual({ kind: 'signature', value });
      expect(recognize(`https://solscan.io/tx/${value}`)).toEqual({ kind: 'signature', value });
    }),
  );
});

it('any text gets an answer', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => recognize(text).kind.length > 0));
});
