import { describe, expect, it } from 'vitest';
import { crc64Iso, fnv1a64, matchesFrameChecksum } from './frame-checksum.js';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('crc64Iso', () => {
  it.each([
    ['123456789', 0xb909_56c7_75a4_1001n], // the check value of CRC-64/GO-ISO in the RevEng catalogue
    ['', 0n],
    ['hello world', 13388989860809387070n], // a frame in rpcpool/yellowstone-faithful's dataframe.rs tests
  ])('of %j is that of the catalogue', (text, checksum) => {
    expect(crc64Iso(ascii(text))).toBe(checksum);
  });
});

describe('fnv1a64', () => {
  it.each([
    ['', 0xcbf2_9ce4_8422_2325n],
    ['a', 0xaf63_dc4c_8601_ec8cn],
    ['foobar', 0x8594_4171_f739_67e8n],
  ])("of %j is that of the algorithm's published vectors", (text, checksum) => {
    expect(fnv1a64(ascii(text))).toBe(checksum);
  });

  it('agrees with bigint arithmetic on long input', () => {
    const bytes = Uint8Array.from({ length: 2000 }, (_, index) => (index * 131 + 7) & 0xff);
    let hash = 0xcbf2_9ce4_8422_2325n;
    for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100_0000_01b3n);
    expect(fnv1a64(bytes)).toBe(hash);
  });
});

describe('matchesFrameChecksum', () => {
  it('accepts either checksum and nothing else', () => {
    const bytes = ascii('foobar');
    expect(matchesFrameChecksum(bytes, crc64Iso(bytes))).toBe(true);
    expect(matchesFrameChecksum(bytes, fnv1a64(bytes))).toBe(true);
    expect(matchesFrameChecksum(bytes, fnv1a64(bytes) + 1n)).toBe(false);
  });
});
