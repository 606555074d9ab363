/**
 * The checksums of an Old Faithful data frame: CRC-64 (ISO 3309), or 64-bit FNV-1a in older archives. Source:
 * rpcpool/yellowstone-faithful (6bba09db) `ipld/ipldbindcode/methods.go`, `VerifyHash`.
 *
 * Both compute with two 32-bit halves: bigint arithmetic per byte is about fifty times slower.
 */

/** The polynomial x^64 + x^4 + x^3 + x + 1, reflected; its low half is 0. */
const POLYNOMIAL_HIGH = 0xd800_0000;

const tableHigh = new Uint32Array(256);
const tableLow = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let high = 0;
  let low = byte;
  for (let bit = 0; bit < 8; bit++) {
    const isOdd = (low & 1) === 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (isOdd) high ^= POLYNOMIAL_HIGH;
  }
  tableHigh[byte] = high;
  tableLow[byte] = low;
}

/** Whether `checksum` (u64) matches either checksum of the bytes. */
export function matchesFrameChecksum(bytes: Uint8Array, checksum: bigint): boolean {
  return crc64Iso(bytes) === checksum || fnv1a64(bytes) === checksum;
}

export function crc64Iso(bytes: Uint8Array): bigint {
  let high = 0xffff_ffff;
  let low = 0xffff_ffff;
  for (let i = 0; i < bytes.length; i++) {
    const index = (low ^ bytes[i]!) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ tableLow[index]!;
    high = (high >>> 8) ^ tableHigh[index]!;
  }
  return joinHalves(~high, ~low);
}

export function fnv1a64(bytes: Uint8Array): bigint {
  // Offset basis 0xcbf29ce484222325, prime 2^40 + 0x1b3.
  let high = 0xcbf2_9ce4;
  let low = 0x8422_2325;
  for (let i = 0; i < bytes.length; i++) {
    low = (low ^ bytes[i]!) >>> 0;
    // All intermediate values stay below 2^53.
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + low * 0x100) % 2 ** 32;
    low = product % 2 ** 32;
  }
  return joinHalves(high, low);
}

function joinHalves(high: number, low: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}
