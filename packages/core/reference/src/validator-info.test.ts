import { randomBytes } from 'node:crypto';
import { pubkeyFromBase58, toBase58 } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { decodeValidatorInfo, VALIDATOR_INFO_KEY, VALIDATOR_INFO_KEY_AT } from './validator-info.js';

/*
 * Bytes by hand: `ConfigKeys` of the Config program (`short_vec` of key and flag), then bincode of a struct with one
 * string (Agave `account-decoder/src/validator_info.rs`).
 */
const IDENTITY = Buffer.alloc(32, 0x11);
const INFO = Buffer.from(pubkeyFromBase58(VALIDATOR_INFO_KEY));

interface Parts {
  count?: number;
  kind?: Uint8Array;
  signs?: number;
  size?: bigint;
}

function account(json: string, { count = 2, kind = INFO, signs = 1, size }: Parts = {}): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(size ?? BigInt(Buffer.byteLength(json)));
  return Buffer.concat([
    Buffer.of(count),
    kind,
    Buffer.of(0),
    IDENTITY,
    Buffer.of(signs),
    length,
    Buffer.from(json),
    // Accounts are as large as they may get.
    Buffer.alloc(50),
  ]);
}

describe('the self-description of a validator', () => {
  it('is its name, under the identity that signed it', () => {
    const json = '{"name":"Überpool ⚡","website":"https://example.com","iconUrl":""}';
    expect(decodeValidatorInfo(account(json))).toEqual({ identity: toBase58(IDENTITY), name: 'Überpool ⚡' });
  });

  it('stands where the filter looks for its key', () => {
    const data = account('{}');
    expect(data.subarray(VALIDATOR_INFO_KEY_AT, VALIDATOR_INFO_KEY_AT + 32)).toEqual(INFO);
  });

  it.each([
    ['no name', '{"website":"x"}'],
    ['an invalid name', '{"name":5}'],
    ['an empty name', '{"name":" \\u200b "}'],
  ])('may have %s', (_, json) => {
    expect(decodeValidatorInfo(account(json))).toEqual({ identity: toBase58(IDENTITY), name: null });
  });

  it('is cut where a name is too long', () => {
    expect(decodeValidatorInfo(account(`{"name":"${'x'.repeat(500)}"}`))?.name).toBe('x'.repeat(80));
  });

  it.each([
    ['that the identity did not sign', account('{"name":"x"}', { signs: 0 })],
    ['of another kind', account('{"name":"x"}', { kind: Buffer.alloc(32, 9) })],
    ['of three keys', account('{"name":"x"}', { count: 3 })],
    ['that is no JSON', account('{"name":')],
    ['that is no object', account('["x"]')],
    ['longer than may be', account(`{"name":"${'x'.repeat(600)}"}`)],
    ['that says to be longer than it is', account('{"name":"x"}', { size: 500n })],
    ['of 2^63 bytes', account('{"name":"x"}', { size: 2n ** 63n })],
    ['that is empty', Buffer.alloc(0)],
  ])('an account %s is not taken', (_, data) => {
    expect(decodeValidatorInfo(data)).toBeNull();
  });

  it('cut anywhere, or random, is read without an error', () => {
    const whole = account('{"name":"x"}');
    for (let length = 0; length < whole.length - 50; length += 1)
      expect(decodeValidatorInfo(whole.subarray(0, length))).toBeNull();
    for (let count = 0; count < 300; count += 1) decodeValidatorInfo(randomBytes(count));
  });
});
