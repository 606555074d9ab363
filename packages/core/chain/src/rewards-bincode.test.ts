import { describe, expect, it } from 'vitest';
import { toBase58 } from './base58.js';
import { decodeBincodeRewardsLeader, isBincodeRewards } from './rewards-bincode.js';

const u64 = (value: number) => [...new Uint8Array(new BigUint64Array([BigInt(value)]).buffer)];
const text = (value: string) => [...u64(value.length), ...Buffer.from(value)];

const staker = new Uint8Array(32).fill(3);
const leader = new Uint8Array(32).fill(4);
const other = new Uint8Array(32).fill(5);

/** The leader's fee reward between a staking reward and a second fee reward. */
function rewards(rest: (type: number) => number[]): Uint8Array {
  const reward = (key: Uint8Array, type: number) => [...text(toBase58(key)), ...u64(5000), ...rest(type)];
  return Uint8Array.from([...u64(3), ...reward(staker, 2), ...reward(leader, 0), ...reward(other, 0)]);
}

const withType = (type: number) => [...u64(9), 1, type, 0, 0, 0];
const withCommission = (type: number) => [...withType(type), ...(type === 2 ? [1, 10] : [0])];

describe('decodeBincodeRewardsLeader', () => {
  it.each([
    ['a type', withType],
    ['a type and a commission', withCommission],
  ])('gives the first fee reward among rewards with %s', (_name, rest) => {
    expect(decodeBincodeRewardsLeader(rewards(rest))).toEqual(leader);
  });

  it('returns null for rewards without a type and for no rewards', () => {
    expect(decodeBincodeRewardsLeader(rewards(() => []))).toBeNull();
    expect(decodeBincodeRewardsLeader(Uint8Array.from(u64(0)))).toBeNull();
  });

  it.each([
    ['cut', rewards(withType).slice(0, -1)],
    ['followed by a byte', Uint8Array.from([...rewards(withType), 0])],
    ['of an unknown type', rewards(() => withType(4))],
    ['more than the bytes can hold', Uint8Array.from([255, 255, 255, 255, 0, 0, 0, 0])],
  ])('refuses rewards that are %s', (_name, bytes) => {
    expect(() => decodeBincodeRewardsLeader(bytes)).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'unsupported' }),
    );
  });
});

describe('isBincodeRewards', () => {
  it('distinguishes the two forms, also for ten rewards, whose count is a protobuf tag', () => {
    expect(isBincodeRewards(rewards(withType))).toBe(true);
    expect(isBincodeRewards(Uint8Array.from(u64(10)))).toBe(true);
    const address = toBase58(leader);
    const protobuf = [0x0a, 4 + address.length, 0x0a, address.length, ...Buffer.from(address), 0x10, 0x01];
    expect(isBincodeRewards(Uint8Array.from(protobuf))).toBe(false);
  });
});
