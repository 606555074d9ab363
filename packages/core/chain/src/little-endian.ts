/** Reads little-endian numbers without creating a view for each. The caller checks bounds. */

export function uint32At(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

export function uint64At(bytes: Uint8Array, at: number): bigint {
  const low = uint32At(bytes, at);
  const high = uint32At(bytes, at + 4);
  // Below 2⁵³ a double is exact, and one bigint is created instead of four.
  return high < 0x20_0000 ? BigInt(high * 2 ** 32 + low) : (BigInt(high) << 32n) | BigInt(low);
}
