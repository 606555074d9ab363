import { describe, expect, it } from 'vitest';
import { ByteCursor } from './byte-cursor.js';
import { ByteWriter } from './byte-writer.js';
import { ChainDataError } from './errors.js';

describe('compact-u16', () => {
  // The vectors of solana-sdk's short-vec tests.
  it.each([
    [0x0, [0x0]],
    [0x7f, [0x7f]],
    [0x80, [0x80, 0x01]],
    [0xff, [0xff, 0x01]],
    [0x100, [0x80, 0x02]],
    [0x7fff, [0xff, 0xff, 0x01]],
    [0xffff, [0xff, 0xff, 0x03]],
  ])('%i has the bytes %j', (value, bytes) => {
    const writer = new ByteWriter(3);
    writer.compactU16(value);
    expect([...writer.finish()]).toEqual(bytes);
    expect(new ByteCursor(Uint8Array.from(bytes)).compactU16()).toBe(value);
  });

  it('has exactly one form for each of the 65,536 values among the inputs of up to three bytes', () => {
    const seen = new Uint8Array(65_536);
    const read = (bytes: number[]) => {
      const cursor = new ByteCursor(Uint8Array.from(bytes));
      try {
        const value = cursor.compactU16();
        if (cursor.remaining === 0) seen[value]!++;
      } catch (error) {
        if (!(error instanceof ChainDataError)) throw error;
      }
    };
    for (let first = 0; first < 256; first++) {
      read([first]);
      if (first < 0x80) continue;
      for (let second = 0; second < 256; second++) {
        read([first, second]);
        if (second < 0x80) continue;
        for (const third of [1, 2, 3]) read([first, second, third]);
        if (second === 0x80 || second === 0xff)
          for (const third of [0, 4, 0x7f, 0x80, 0x83, 0xff]) read([first, second, third]);
      }
    }
    expect(seen.every((times) => times === 1)).toBe(true);
  });
});

describe('ByteCursor', () => {
  it('reads what ByteWriter wrote', () => {
    const writer = new ByteWriter(1000);
    writer.u8(0xfe);
    writer.u16(0xfedc);
    writer.u32(0xfedcba98);
    writer.u64(0xfedcba9876543210n);
    writer.bytes(new Uint8Array(900).fill(5));
    const cursor = new ByteCursor(writer.finish());
    expect([cursor.u8(), cursor.u16(), cursor.u32(), cursor.u64()]).toEqual([
      0xfe,
      0xfedc,
      0xfedcba98,
      0xfedcba9876543210n,
    ]);
    expect(cursor.takeMany(9, 100)).toEqual(new Array(9).fill(new Uint8Array(100).fill(5)));
    cursor.expectEnd();
    expect(() => cursor.u8()).toThrow(ChainDataError);
    expect(() => cursor.take(1)).toThrow(ChainDataError);
  });

  it('refuses a list that the bytes cannot hold before it is read', () => {
    const cursor = new ByteCursor(Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0, 1, 1));
    expect(() => cursor.length(1)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });
});

describe('ByteWriter', () => {
  it.each<[string, (writer: ByteWriter) => void]>([
    ['a negative number', (writer) => writer.u8(-1)],
    ['a fraction', (writer) => writer.u8(0.5)],
    ['a number beyond its size', (writer) => writer.u16(65_536)],
    ['a bigint beyond u64', (writer) => writer.u64(2n ** 64n)],
    ['a compact-u16 beyond u16', (writer) => writer.compactU16(65_536)],
    ['bytes of another size', (writer) => writer.fixed(new Uint8Array(31), 32)],
    ['more than its limit', (writer) => writer.bytes(new Uint8Array(101))],
  ])('refuses %s', (_name, write) => {
    expect(() => write(new ByteWriter(100))).toThrow(expect.objectContaining({ code: 'bad_value' }));
  });
});
