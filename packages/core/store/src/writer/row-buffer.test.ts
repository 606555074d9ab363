import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, readRow, writeRow } from '../testing/row-binary.js';
import { RowBuffer } from './row-buffer.js';

const U64_MAX = 2n ** 64n - 1n;
const uint = (max: number) => fc.integer({ min: 0, max });

const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.record({ type: fc.constant('uint8' as const), value: uint(0xff) }),
  fc.record({ type: fc.constant('bool' as const), value: fc.boolean() }),
  fc.record({ type: fc.constant('uint16' as const), value: uint(0xffff) }),
  fc.record({ type: fc.constant('uint32' as const), value: uint(0xffff_ffff) }),
  fc.record({
    type: fc.constant('uint53' as const),
    value: fc.oneof(uint(Number.MAX_SAFE_INTEGER), fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1)),
  }),
  fc.record({ type: fc.constant('uint64' as const), value: fc.bigInt(0n, U64_MAX) }),
  fc.record({ type: fc.constant('int64' as const), value: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n) }),
  fc.record({
    type: fc.constant('int128' as const),
    value: fc.oneof(
      fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n),
      fc.constantFrom(-(2n ** 127n), 2n ** 127n - 1n, -1n, -(2n ** 64n), 2n ** 64n, -(2n ** 63n)),
    ),
  }),
  fc.record({ type: fc.constant('fixed' as const), value: fc.uint8Array({ minLength: 32, maxLength: 32 }) }),
  fc.record({
    type: fc.constant('string' as const),
    value: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('', 'é', '𝄞', 'x'.repeat(127), 'x'.repeat(128), '\u0000'),
    ),
  }),
  fc.record({ type: fc.constant('nullable' as const), value: fc.option(uint(0xffff_ffff)) }),
  fc.record({
    type: fc.constant('array' as const),
    value: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 5 }),
  }),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 20 });

describe('RowBuffer', () => {
  test('an independent reader gets back every row of every type, at any initial capacity', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 64 }), (written, capacity) => {
        const buffer = new RowBuffer(capacity);
        for (const row of written) writeRow(buffer, row);
        expect(buffer.rows).toBe(written.length);
        const bytes = buffer.bytes();
        let at = 0;
        for (const row of written)
          at = readRow(bytes, at, row, (cell, value) => expect(value).toEqual(cell.value));
        expect(at).toBe(bytes.length);
      }),
      { numRuns: 400, seed: 7 },
    );
  });

  test('each type may be the one that does not fit any more', () => {
    const cells: Cell[] = [
      { type: 'uint8', value: 0xab },
      { type: 'bool', value: true },
      { type: 'uint16', value: 0xbeef },
      { type: 'uint32', value: 0xdead_beef },
      { type: 'uint53', value: 2 ** 53 - 1 },
      { type: 'uint64', value: U64_MAX },
      { type: 'int64', value: -(2n ** 63n) },
      { type: 'int128', value: -(2n ** 127n) },
      { type: 'fixed', value: new Uint8Array(32).fill(0x5a) },
      { type: 'string', value: 'żółw 🐢 '.repeat(20) },
      { type: 'nullable', value: null },
      { type: 'nullable', value: 0xffff_ffff },
      { type: 'array', value: [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] },
    ];
    for (const cell of cells)
      for (let before = 0; before <= 70; before += 1) {
        const buffer = new RowBuffer(64);
        for (let at = 0; at < before; at += 1) buffer.uint8(at);
        writeRow(buffer, [cell]);
        const bytes = buffer.bytes();
        expect([...bytes.subarray(0, before)]).toEqual(Array.from({ length: before }, (_, at) => at));
        const end = readRow(bytes, before, [cell], (_, value) => expect(value).toEqual(cell.value));
        expect(end).toBe(bytes.length);
      }
  });

  test('a length is written in as many groups of seven bits as it needs', () => {
    for (const value of [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 32, 2 ** 45 + 5]) {
      const buffer = new RowBuffer(1);
      buffer.varint(value);
      const bits = [...buffer.bytes()].map((byte) => (byte & 0x7f).toString(2).padStart(7, '0')).reverse();
      expect(Number.parseInt(bits.join(''), 2)).toBe(value);
      expect([...buffer.bytes()].map((byte) => byte >= 128)).toEqual(
        bits.map((_, at) => at < bits.length - 1),
      );
    }
  });

  test('the head of a value is its first bytes', () => {
    const buffer = new RowBuffer(1);
    buffer.uint8(9);
    buffer.head(Uint8Array.of(1, 2, 3, 4, 5), 3);
    expect([...buffer.bytes()]).toEqual([9, 1, 2, 3]);
  });

  test('a cleared buffer starts empty', () => {
    const buffer = new RowBuffer();
    writeRow(buffer, [{ type: 'string', value: 'before' }]);
    buffer.clear();
    expect([buffer.rows, buffer.length, buffer.bytes().length]).toEqual([0, 0, 0]);
    writeRow(buffer, [{ type: 'uint8', value: 9 }]);
    expect([...buffer.bytes()]).toEqual([9]);
  });
});
