import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeMetaplexMetadata } from './metaplex-metadata.js';
import { decodeMint, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './mint-account.js';

/*
 * Bytes by hand, from the layouts: spl-token `state.rs` (Mint), spl-token-2022 `extension/mod.rs`,
 * spl-token-metadata-interface `state.rs`, mpl-token-metadata `state/metadata.rs`.
 */
const MINT = Buffer.alloc(32, 0xab);
const OTHER = Buffer.alloc(32, 0xcd);
const NONE = Buffer.alloc(32);
const hex = (...parts: string[]): Buffer => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex');

/** Authority: some; supply 1,000,000 (0x0f4240); 6 decimals; initialized; no freeze authority. */
const PLAIN = hex('01000000', '11'.repeat(32), '40420f0000000000', '06', '01', '00000000', '00'.repeat(32));
const extended = (...extensions: Buffer[]): Buffer =>
  Buffer.concat([PLAIN, Buffer.alloc(83), hex('01'), ...extensions]);
/** Type 18, 64 bytes. */
const pointer = (address: Buffer): Buffer => Buffer.concat([hex('1200 4000'), NONE, address]);
/** Type 19, 88 bytes (0x58): "Bonk", "BNK", "u", nothing more. */
const metadata = (mint: Buffer): Buffer =>
  Buffer.concat([
    hex('1300 5800'),
    NONE,
    mint,
    hex('04000000 426f6e6b', '03000000 424e4b', '01000000 75', '00000000'),
  ]);

describe('a mint', () => {
  it('of the Token program has decimals and no name', () => {
    expect(PLAIN.length).toBe(82);
    expect(decodeMint(PLAIN, TOKEN_PROGRAM, MINT)).toEqual({ decimals: 6, names: null });
    expect(decodeMint(PLAIN, TOKEN_2022_PROGRAM, MINT)).toEqual({ decimals: 6, names: null });
  });

  it('of Token-2022 has the names in its extension, behind others', () => {
    const closeAuthority = Buffer.concat([hex('0300 2000'), NONE]);
    const data = extended(closeAuthority, pointer(MINT), metadata(MINT));
    expect(decodeMint(data, TOKEN_2022_PROGRAM, MINT)).toEqual({
      decimals: 6,
      names: { symbol: 'BNK', name: 'Bonk' },
    });
  });

  it('whose metadata pointer points elsewhere has no names of its own', () => {
    const data = extended(pointer(OTHER), metadata(MINT));
    expect(decodeMint(data, TOKEN_2022_PROGRAM, MINT)).toEqual({ decimals: 6, names: null });
  });

  it('has no names that are another mint’s', () => {
    const data = extended(pointer(MINT), metadata(OTHER));
    expect(decodeMint(data, TOKEN_2022_PROGRAM, MINT)?.names).toBeNull();
  });

  it.each([
    ['of another program', PLAIN, '11111111111111111111111111111111'],
    [
      'that is not initialized',
      Buffer.concat([PLAIN.subarray(0, 45), hex('00'), PLAIN.subarray(46)]),
      TOKEN_PROGRAM,
    ],
    ['too short', PLAIN.subarray(0, 81), TOKEN_PROGRAM],
    ['with extensions under the old program', extended(metadata(MINT)), TOKEN_PROGRAM],
    ['a token account', Buffer.concat([Buffer.alloc(165), hex('02')]), TOKEN_2022_PROGRAM],
    ['nothing', Buffer.alloc(0), TOKEN_PROGRAM],
  ])('%s is not a mint', (_, data, owner) => {
    expect(decodeMint(data, owner, MINT)).toBeNull();
  });

  it('cut anywhere, or random, is read without an error', () => {
    const whole = extended(pointer(MINT), metadata(MINT));
    for (let length = 0; length <= whole.length; length += 1)
      decodeMint(whole.subarray(0, length), TOKEN_2022_PROGRAM, MINT);
    for (let count = 0; count < 500; count += 1) {
      const data = Buffer.concat([extended(), randomBytes(count)]);
      decodeMint(data, TOKEN_2022_PROGRAM, MINT);
    }
  });
});

describe('a Metaplex metadata account', () => {
  const padded = (text: string, size: number): Buffer => {
    const bytes = Buffer.alloc(4 + size);
    bytes.writeUInt32LE(size);
    bytes.write(text, 4);
    return bytes;
  };
  /** Key 4, update authority, mint; name of 32 and symbol of 10 bytes, padded with zeros; URI. */
  const account = (name: string, symbol: string, key = '04'): Buffer =>
    Buffer.concat([hex(key), OTHER, MINT, padded(name, 32), padded(symbol, 10), padded('https://x', 200)]);

  it('has name and symbol, without their padding', () => {
    expect(decodeMetaplexMetadata(account('USD Coin', 'USDC'), MINT)).toEqual({
      symbol: 'USDC',
      name: 'USD Coin',
    });
  });

  it('may have one of the two only', () => {
    expect(decodeMetaplexMetadata(account('Nameless', ''), MINT)).toEqual({ symbol: null, name: 'Nameless' });
    expect(decodeMetaplexMetadata(account('', ''), MINT)).toBeNull();
  });

  it.each([
    ['another mint’s', account('USD Coin', 'USDC'), OTHER],
    ['another kind of account', account('USD Coin', 'USDC', '06'), MINT],
    ['one that ends in its name', account('USD Coin', 'USDC').subarray(0, 80), MINT],
    ['one whose name says to be 4 GB', Buffer.concat([hex('04'), OTHER, MINT, hex('ffffffff')]), MINT],
    ['nothing', Buffer.alloc(0), MINT],
  ])('%s is not taken', (_, data, mint) => {
    expect(decodeMetaplexMetadata(data, mint)).toBeNull();
  });
});
