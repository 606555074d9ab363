import { randomBytes } from 'node:crypto';
import { address, getProgramDerivedAddress, isOffCurveAddress } from '@solana/addresses';
import { pubkeyFromBase58, toBase58 } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { isOnCurve } from './on-curve.js';
import { findProgramAddress, METADATA_PROGRAM, metadataAddress } from './program-address.js';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

describe('a point of the curve', () => {
  it.each([
    // RFC 8032, 7.1: public keys of tests 1, 2 and 3.
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    // y = 1 is the neutral point; of y = 0, x is the root of -1, which this field has.
    `01${'00'.repeat(31)}`,
    '00'.repeat(32),
  ])('%s is one', (point) => {
    expect(isOnCurve(hex(point))).toBe(true);
  });

  it('an address derived by a program is not on the curve', () => {
    expect(isOnCurve(pubkeyFromBase58('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq'))).toBe(false);
  });

  it('agrees with another implementation', () => {
    for (let count = 0; count < 200; count += 1) {
      const key = randomBytes(32);
      expect([toBase58(key), isOnCurve(key)]).toEqual([
        toBase58(key),
        !isOffCurveAddress(address(toBase58(key))),
      ]);
    }
  });
});

describe('the address of a program', () => {
  const PUMP_FUN = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P';
  it.each([
    // pump-fun/pump-public-docs, idl/pump.json.
    ['global', PUMP_FUN, '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf'],
    ['__event_authority', PUMP_FUN, 'Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1'],
  ])('from the seed %s is the published one', (seed, program, expected) => {
    expect(toBase58(findProgramAddress([Buffer.from(seed)], pubkeyFromBase58(program)).address)).toBe(
      expected,
    );
  });

  it('of the metadata of USDC is where mainnet has it', () => {
    const mint = pubkeyFromBase58('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
    expect(toBase58(metadataAddress(mint))).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq');
  });

  it('is as another implementation derives it, bump included', async () => {
    const program = address(METADATA_PROGRAM);
    for (let count = 0; count < 100; count += 1) {
      const seeds = [randomBytes(32), randomBytes(count % 33), Buffer.from('metadata')];
      const [expected, bump] = await getProgramDerivedAddress({ programAddress: program, seeds });
      const own = findProgramAddress(seeds, pubkeyFromBase58(METADATA_PROGRAM));
      expect([toBase58(own.address), own.bump]).toEqual([expected, bump]);
    }
  });

  it('refuses seeds that the chain refuses', () => {
    const program = pubkeyFromBase58(METADATA_PROGRAM);
    expect(() => findProgramAddress([Buffer.alloc(33)], program)).toThrow(RangeError);
    expect(() => findProgramAddress(Array(16).fill(Buffer.alloc(1)), program)).toThrow(RangeError);
  });
});
