import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shardOf32Bytes, shardOfFourSlots, shardOfUint64 } from './hash64.js';

const MASK = (1n << 64n) - 1n;
const MIX = 0x9ddfea08eb382d69n;
const rotated = (value: bigint, bits: bigint): bigint => (value >> bits) | ((value << (64n - bits)) & MASK);
const mixed = (value: bigint): bigint => value ^ (value >> 47n);

/** CityHash64 of 32 bytes as it is published (version 1.0.2, HashLen17to32), in exact integers. */
function cityHash(bytes: Buffer): bigint {
  const a = (bytes.readBigUInt64LE(0) * 0xb492b66fbe98f273n) & MASK;
  const b = bytes.readBigUInt64LE(8);
  const c = (bytes.readBigUInt64LE(24) * 0x9ae16a3b2f90404fn) & MASK;
  const d = (bytes.readBigUInt64LE(16) * 0xc3a5c85c97cb3127n) & MASK;
  const left = (rotated((a - b) & MASK, 43n) + rotated(c, 30n) + d) & MASK;
  const right = (a + rotated(b ^ 0xc949d7c7509e6557n, 20n) - c + 32n) & MASK;
  const first = mixed(((left ^ right) * MIX) & MASK);
  return (mixed(((right ^ first) * MIX) & MASK) * MIX) & MASK;
}

/** MurmurHash3's last step, as ClickHouse uses it for integers. */
function intHash(value: bigint): bigint {
  let hash = value ^ 0x4cf2d2baae6da887n;
  hash ^= hash >> 33n;
  hash = (hash * 0xff51afd7ed558ccdn) & MASK;
  hash ^= hash >> 33n;
  hash = (hash * 0xc4ceb9fe1a85ec53n) & MASK;
  return hash ^ (hash >> 33n);
}

const eightBytes = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
/** With halves that are 0 or all ones: where carries go wrong. */
const uint64 = fc.oneof(
  fc.bigInt({ min: 0n, max: MASK }),
  fc.constantFrom(0n, MASK, 0xffff_ffffn, MASK ^ 0xffff_ffffn, 1n << 63n),
);
const shardCount = fc.integer({ min: 2, max: 65_535 });

test('the shard of an address is its CityHash64 modulo the shards, wherever the row begins', () => {
  fc.assert(
    fc.property(fc.tuple(uint64, uint64, uint64, uint64), shardCount, fc.nat(9), (words, count, at) => {
      const key = Buffer.concat(words.map(eightBytes));
      const row = Buffer.concat([Buffer.alloc(at, 7), key, Buffer.alloc(3)]);
      expect(shardOf32Bytes(row, at, count)).toBe(Number(cityHash(key) % BigInt(count)));
    }),
    { numRuns: 2_000 },
  );
});

test('the shard of a slot is that of its four slots, the shard of a prefix the prefix modulo the shards', () => {
  fc.assert(
    fc.property(uint64, shardCount, (value, count) => {
      const bytes = eightBytes(value);
      expect(shardOfFourSlots(bytes, 0, count)).toBe(Number(intHash(value / 4n) % BigInt(count)));
      expect(shardOfUint64(bytes, 0, count)).toBe(Number(value % BigInt(count)));
    }),
    { numRuns: 2_000 },
  );
});
