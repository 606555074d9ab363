import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowBuffer } from '../writer/row-buffer.js';
import { BY_SIGNATURE_PREFIX } from './shard-key.js';
import { splitRows } from './split-rows.js';

/** Rows of a key and a text. */
const rows = fc.array(fc.tuple(fc.nat(1_000), fc.string({ maxLength: 20 })), { maxLength: 600 });

function encode(list: readonly [number, string][]): RowBuffer {
  const buffer = new RowBuffer(16);
  for (const [key, text] of list) {
    buffer.uint53(key);
    buffer.string(text);
    buffer.endRow();
  }
  return buffer;
}

test('each shard gets the rows of its keys, whole and in their order', () => {
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 4 }), fc.integer({ min: 2, max: 5 }), (parts, count) => {
      const shards = splitRows(
        parts.map((part) => encode(part).encoded()),
        BY_SIGNATURE_PREFIX,
        count,
      );
      const expected = Array.from({ length: count }, (_, shard) =>
        encode(parts.flat().filter(([key]) => key % count === shard)),
      );
      expect(shards.map(({ bytes }) => Buffer.from(bytes))).toEqual(
        expected.map((buffer) => Buffer.from(buffer.bytes())),
      );
      expect(shards.map(({ rows: number, ends }) => [number, [...ends]])).toEqual(
        expected.map((buffer) => [buffer.rows, [...buffer.encoded().ends]]),
      );
    }),
  );
});
