import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompressZstd, isZstd } from './bounded-zstd.js';
import { ChainDataError } from './errors.js';

/** 60 lines that a compressor shortens with both Huffman literals and matches. */
const text = Array.from(
  { length: 60 },
  (_, i) => `Program log: slot ${(i * i * 7919) % 100003} invoke [${i % 4}]\n`,
).join('');

/** `zstd -19 --no-check` 1.5.4 of the file: the header has the size. */
const ofFile = Buffer.from(
  'KLUv/WApB80HAMaTLhaATTpAeFIAWIMZtEeZ5JZJJpe+cVQ6MAAlACQAdh5r+qWd/zb12tlxrJRopbVYIfF4BiDMIDEkGhEGIpkE0lA8ksChoUgWBceh4RAEtfpQvT3flOWde19KZuzZlJWy8uJLlWr9nlp9Nq1aTzQ0rvF1AURn9F15GZtsZ+zItq+Y7DY+rcU3b1xERSX+pDv7S/lyNaTPLWarnHaaMu+4RK+6TPJqTjZR6bFyN1fufOXQ7XP1aFiqzkVVm0CoIRRCFH7/DpAZFwcRIARDhIRwIkCE148B2jKFh8tQxvZuPFRT6YktR5O60SOOO82wQLMCxEpb2OIiVQ==',
  'base64',
);

/** `zstd -3` of a pipe: no size, a window of 2 MiB, a checksum. */
const ofPipe = Buffer.from(
  'KLUv/QRY3QkAppMuGZApxQZABhMZ/KpVNb1/TXZ375SG0r84KAEwACQAIwC9WipGt2m24lhdV0cW+S23TEV9r1eFgQIGgcGxgFBg0FA4EAkGwOFAGAcDicORCAiuMX58cnTNPLORX1VfcYqmyKZGQ+MxE7osrho9tZ3nKVWbKwvF/1cV35FRRVqyfhcRH8lbFFrLdJMe5Z+7Zv+dy4zcG/ZGq4XhHrK9JJrp/zaWsbS9Du1C+d0XnY+u55I3kZ+Mz6XOyZwBYqghZCUZ378DgDObtAERrFPOCCcC2MS3HjJcbMHJKBQE+VaxILc9hjJhHJclmAAUYEgxq6t9nRlAA2b8sxkg3lY3+xWkS4NbLi2eI/M650GgOUAPZlJlOVyCRWJ5UKE10boo6Y/6Odm6aUdklcSRS5hFF8c0QFPBC7b3YkZVlCTK9w==',
  'base64',
);

const magic = [0x28, 0xb5, 0x2f, 0xfd];

/** A last block that repeats a byte `count` times. */
function runLengthBlock(count: number): number[] {
  const header = (count << 3) | 0b011;
  return [header & 0xff, (header >> 8) & 0xff, header >> 16, 0x41];
}

describe('decompressZstd', () => {
  it.each([
    ['with its size in the header', ofFile],
    ['without its size', ofPipe],
  ])('gives the content of a frame %s', (_name, frame) => {
    expect(isZstd(frame)).toBe(true);
    expect(Buffer.from(decompressZstd(frame, 10_000)).toString()).toBe(text);
    expect(Buffer.from(decompressZstd(frame, text.length)).toString()).toBe(text);
  });

  it.each([
    ['with its size in the header', ofFile],
    ['without its size', ofPipe],
  ])('refuses a frame %s whose content exceeds the limit', (_name, frame) => {
    expect(() => decompressZstd(frame, text.length - 1)).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'malformed' }),
    );
  });

  it('gives the empty content of an empty frame', () => {
    expect(decompressZstd(Uint8Array.from([...magic, 0x20, 0, 0x01, 0, 0]), 10)).toEqual(new Uint8Array());
  });

  it.each([
    ['nothing', []],
    ['no magic number', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['a header alone', [...magic, 0x20]],
    ['two frames', [...ofFile, ...ofFile]],
    ['a byte after the frame', [...ofFile, 0]],
    ['a dictionary', [...magic, 0x21, 7, 1, 0x01, 0, 0]],
    ['a size of 2^40 bytes', [...magic, 0xe0, 0, 0, 0, 0, 0, 1, 0, 0, ...runLengthBlock(4)]],
    ['a window of 3.75 TiB', [...magic, 0x00, 0xff, ...runLengthBlock(4)]],
    ['a size that its blocks do not have', [...magic, 0x20, 9, ...runLengthBlock(4)]],
    ['a block of 2 MiB', [...magic, 0x00, 0x00, ...runLengthBlock(2 ** 21 - 1)]],
  ])('refuses %s as malformed', (_name, frame) => {
    expect(() => decompressZstd(Uint8Array.from(frame), 1_000_000)).toThrow(
      expect.objectContaining({ name: 'ChainDataError', code: 'malformed' }),
    );
  });

  it('stops at the limit when few bytes unfold into many', () => {
    const block = runLengthBlock(128 * 1024);
    const notLast = [block[0]! & ~1, ...block.slice(1)];
    const frame = Uint8Array.from([...magic, 0x00, 0x70, ...new Array(5000).fill(notLast).flat(), ...block]);
    expect(frame.length).toBeLessThan(21_000);
    expect(() => decompressZstd(frame, 1_000_000)).toThrow(
      expect.objectContaining({ code: 'malformed', message: expect.stringContaining('1000000') }),
    );
  });

  it('gives content within the limit or a ChainDataError for damaged frames', () => {
    fc.assert(
      fc.property(fc.constantFrom(ofFile, ofPipe), fc.nat(), fc.nat({ max: 255 }), (frame, at, value) => {
        const damaged = Uint8Array.from(frame);
        damaged[4 + (at % (frame.length - 4))] = value;
        try {
          expect(decompressZstd(damaged, 10_000).length).toBeLessThanOrEqual(10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(ChainDataError);
        }
      }),
    );
  });
});
