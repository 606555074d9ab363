import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { blockMessage, partMessages, recordingOf, slotMessage } from '@tickscope/testkit/encode-recording';
import { makeBlock } from '@tickscope/testkit/made-block';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFormat, FORMAT_NAMES, HEAD_BYTES } from './file-format.js';

const DATA = new URL('../../../../../../shared/data/', import.meta.url);
const head = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, HEAD_BYTES);

describe.skipIf(!existsSync(DATA))('real files (skipped where shared/data is absent)', () => {
  test.each([
    ['geyser-capture/398202772-398202799.bin', 'recording'],
    ['full-blocks/254170887.getblock.json', 'getblock_json'],
    ['full-blocks/18144001.confirmedblock.pb', 'confirmed_block'],
    ['full-blocks/43200000.confirmedblock.pb', 'confirmed_block'],
    ['old-faithful/epoch-0-1.car', 'car'],
    ['old-faithful/epoch-0-2.car', 'car'],
    ['old-faithful/epoch-0-3.car', 'car'],
  ])('%s is known by its first bytes, and not when it is packed', (name, format) => {
    const bytes = readFileSync(new URL(name, DATA));
    expect(detectFormat(head(bytes))).toBe(format);
    expect(detectFormat(head(gzipSync(bytes)))).toBe(null);
  });
});

describe('detectFormat', () => {
  const block = makeBlock({ slot: 77, transactions: 3 });
  test.each([
    ['a whole-block message', recordingOf([blockMessage(block)])],
    ['single messages', recordingOf(partMessages(block))],
    ['a slot status', recordingOf([slotMessage(5, 1)])],
  ])('a recording that begins with %s', (_, bytes) => {
    expect(detectFormat(head(bytes))).toBe('recording');
  });

  test.each([
    ['at once', '{"blockhash":"x"}'],
    ['after spaces and lines', ' \r\n\t{"jsonrpc":"2.0"}'],
    ['after a byte order mark', '\ufeff{"a":1}'],
  ])('JSON that begins %s', (_, text) => {
    expect(detectFormat(Buffer.from(text))).toBe('getblock_json');
  });

  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['text', Buffer.from('These are not the blocks you are looking for\n'.repeat(9))],
    ['a JSON list', Buffer.from('[{"blockhash":1}]')],
    ['gzip', gzipSync('x'.repeat(500))],
    ['zstd', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 4, 0, 1, 0)],
    ['zip', Buffer.from('PK\u0003\u0004aaaaaaaa')],
    ['zeros', new Uint8Array(HEAD_BYTES)],
    ['a CAR header of version 2', Buffer.from('\x0a\xa1gversion\x02', 'latin1')],
    ['a protobuf with a short first field', Buffer.from('\x0a\x05hello\x12\x05world')],
  ])('is not recognised: %s', (_, bytes) => {
    expect(detectFormat(bytes)).toBe(null);
  });

  test('no single byte is recognised, except an opening brace', () => {
    for (let byte = 0; byte < 256; byte += 1)
      expect(detectFormat(Uint8Array.of(byte))).toBe(byte === 0x7b ? 'getblock_json' : null);
  });

  test('returns a known result for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: HEAD_BYTES }), (bytes) => {
        const format = detectFormat(bytes);
        if (format !== null) expect(FORMAT_NAMES[format]).toBeTypeOf('string');
      }),
      { numRuns: 2_000, seed: 4 },
    );
  });
});
