/**
 * ClickHouse's `cityHash64`, on pairs of 32-bit integers. It is computed for each row: with BigInt a row took 1.3 µs, so it
 * takes 0.5. The result of an operation is in `high` and `low`, as signed integers.
 */
let high = 0;
let low = 0;

function multiply(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const a0 = aLow & 0xffff;
  const a1 = aLow >>> 16;
  const b0 = bLow & 0xffff;
  const b1 = bLow >>> 16;
  const lowest = a0 * b0;
  // Below 2^34: exact.
  const middle = a0 * b1 + a1 * b0 + Math.floor(lowest / 0x1_0000);
  low = ((middle & 0xffff) << 16) | (lowest & 0xffff);
  high = (a1 * b1 + Math.floor(middle / 0x1_0000) + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0;
}

function add(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const sum = (aLow >>> 0) + (bLow >>> 0);
  low = sum | 0;
  high = (aHigh + bHigh + (sum > 0xffff_ffff ? 1 : 0)) | 0;
}

function subtract(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const difference = (aLow >>> 0) - (bLow >>> 0);
  low = difference | 0;
  high = (aHigh - bHigh - (difference < 0 ? 1 : 0)) | 0;
}

/** To the right, by less than 32 bits. */
function rotate(aHigh: number, aLow: number, bits: number): void {
  low = (aLow >>> bits) | (aHigh << (32 - bits));
  high = (aHigh >>> bits) | (aLow << (32 - bits));
}

function int32(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

/** The number that `high` and `low` are, modulo a number of shards. */
function remainder(shardCount: number): number {
  return (
    (((high >>> 0) % shardCount) * (0x1_0000_0000 % shardCount) + ((low >>> 0) % shardCount)) % shardCount
  );
}

/** The number of 8 bytes, little-endian, modulo a number of shards. */
export function shardOfUint64(bytes: Uint8Array, at: number, shardCount: number): number {
  low = int32(bytes, at);
  high = int32(bytes, at + 4);
  return remainder(shardCount);
}

/** CityHash64 1.0.2 of 32 bytes, modulo a number of shards: `cityHash64` of a `FixedString(32)`. */
export function shardOf32Bytes(bytes: Uint8Array, at: number, shardCount: number): number {
  const bHigh = int32(bytes, at + 12);
  const bLow = int32(bytes, at + 8);
  multiply(int32(bytes, at + 4), int32(bytes, at), 0xb492b66f, 0xbe98f273);
  const aHigh = high;
  const aLow = low;
  multiply(int32(bytes, at + 28), int32(bytes, at + 24), 0x9ae16a3b, 0x2f90404f);
  const cHigh = high;
  const cLow = low;
  multiply(int32(bytes, at + 20), int32(bytes, at + 16), 0xc3a5c85c, 0x97cb3127);
  const dHigh = high;
  const dLow = low;

  // rotate(a - b, 43) + rotate(c, 30) + d; by 43 is by 32, which swaps the halves, and by 11.
  subtract(aHigh, aLow, bHigh, bLow);
  rotate(low, high, 11);
  const firstHigh = high;
  const firstLow = low;
  rotate(cHigh, cLow, 30);
  add(high, low, firstHigh, firstLow);
  add(high, low, dHigh, dLow);
  const leftHigh = high;
  const leftLow = low;

  // a + rotate(b ^ k3, 20) - c + the length.
  rotate(bHigh ^ 0xc949d7c7, bLow ^ 0x509e6557, 20);
  add(high, low, aHigh, aLow);
  subtract(high, low, cHigh, cLow);
  add(high, low, 0, 32);
  const rightHigh = high;
  const rightLow = low;

  multiply(leftHigh ^ rightHigh, leftLow ^ rightLow, 0x9ddfea08, 0xeb382d69);
  low ^= high >>> 15;
  multiply(rightHigh ^ high, rightLow ^ low, 0x9ddfea08, 0xeb382d69);
  low ^= high >>> 15;
  multiply(high, low, 0x9ddfea08, 0xeb382d69);
  return remainder(shardCount);
}

/**
 * `cityHash64(intDiv(slot, 4))` modulo a number of shards: of an integer it is the last step of MurmurHash3, from a start of
 * its own.
 */
export function shardOfFourSlots(bytes: Uint8Array, at: number, shardCount: number): number {
  const slotLow = int32(bytes, at);
  const slotHigh = int32(bytes, at + 4);
  low = ((slotLow >>> 2) | (slotHigh << 30)) ^ 0xae6da887;
  high = (slotHigh >>> 2) ^ 0x4cf2d2ba;
  low ^= high >>> 1;
  multiply(high, low, 0xff51afd7, 0xed558ccd);
  low ^= high >>> 1;
  multiply(high, low, 0xc4ceb9fe, 0x1a85ec53);
  low ^= high >>> 1;
  return remainder(shardCount);
}
