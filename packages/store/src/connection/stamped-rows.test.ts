import { expect, test } from 'vitest';
import { RowBuffer } from '../writer/row-buffer.js';
import { stampedRows } from './stamped-rows.js';

function encode(list: readonly (readonly [string, number | null])[]): RowBuffer {
  const buffer = new RowBuffer(16);
  for (const [text, seconds] of list) {
    buffer.string(text);
    if (seconds !== null) buffer.uint32(seconds);
    buffer.endRow();
  }
  return buffer;
}

test('each row gets the time after its last column', () => {
  const parts = [['a', 'long text'], [], ['']].map((texts) =>
    encode(texts.map((text) => [text, null])).encoded(),
  );
  const expected = encode(['a', 'long text', ''].map((text) => [text, 4_000_000_000]));
  const { rows, bytes, ends } = stampedRows(parts, 4_000_000_000);
  expect(rows).toBe(3);
  expect(Buffer.from(bytes)).toEqual(Buffer.from(expected.bytes()));
  expect([...ends]).toEqual([...expected.encoded().ends]);
});
