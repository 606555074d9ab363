const MASK = (1n << 64n) - 1n;
const K0 = 0xc3a5c85c97cb3127n;
const K1 = 0xb492b66fbe98f273n;
const K2 = 0x9ae16a3b2f90404fn;
const K3 = 0xc949d7c7509e6557n;
const INT_START = 0x4cf2d2baae6da887n;
const MIX = 0x9ddfea08eb382d69n;

/** Slots that stay together: a leader's window. */
const SLOTS_TOGETHER = 4n;

/**
 * The key by which the rows of a table are spread over the shards. ClickHouse computes `expression`, the writer `hash`:
 * both give the same number. The key is a function of the table's sort key, so that all copies of a row are on one shard.
 * It never changes: the rows that are stored would be where no query looks for them.
 */
export interface ShardKey {
  expression: string;
  /** @param at where the row begins in its RowBinary */
  hash(bytes: Uint8Array, at: number): bigint;
}

/** By an address that is the first column. */
export function byAddress(column: string): ShardKey {
  return { expression: `cityHash64(${column})`, hash: cityHash32Bytes };
}

/** By the first 8 bytes of a signature, which are the first column. */
export const BY_SIGNATURE_PREFIX: ShardKey = { expression: 'signature_prefix', hash: uint64 };

/** By the slot, which begins at this byte of a row. */
export function bySlot(offset = 0): ShardKey {
  return {
    expression: `cityHash64(intDiv(slot, ${SLOTS_TOGETHER}))`,
    hash: (bytes, at) => intHash64(uint64(bytes, at + offset) / SLOTS_TOGETHER),
  };
}

/** CityHash64 1.0.2 of the 32 bytes at a place: ClickHouse's `cityHash64` of a `FixedString(32)`. */
function cityHash32Bytes(bytes: Uint8Array, at: number): bigint {
  const a = (uint64(bytes, at) * K1) & MASK;
  const b = uint64(bytes, at + 8);
  const c = (uint64(bytes, at + 24) * K2) & MASK;
  const d = (uint64(bytes, at + 16) * K0) & MASK;
  const low = (rotated((a - b) & MASK, 43n) + rotated(c, 30n) + d) & MASK;
  const high = (a + rotated(b ^ K3, 20n) - c + 32n) & MASK;
  const first = mixed(((low ^ high) * MIX) & MASK);
  return (mixed(((high ^ first) * MIX) & MASK) * MIX) & MASK;
}

/** ClickHouse's `cityHash64` of an integer: the last step of MurmurHash3, from a start of its own. */
function intHash64(value: bigint): bigint {
  let hash = value ^ INT_START;
  hash ^= hash >> 33n;
  hash = (hash * 0xff51afd7ed558ccdn) & MASK;
  hash ^= hash >> 33n;
  hash = (hash * 0xc4ceb9fe1a85ec53n) & MASK;
  return hash ^ (hash >> 33n);
}

function rotated(value: bigint, bits: bigint): bigint {
  return (value >> bits) | ((value << (64n - bits)) & MASK);
}

function mixed(value: bigint): bigint {
  return value ^ (value >> 47n);
}

function uint64(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 8).getBigUint64(0, true);
}
