import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EventBlock, EventParser, EventTooLongError } from './event-parser.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The events dispatched from a stream that arrives in these pieces. */
function read(pieces: readonly Uint8Array[], parser = new EventParser()): EventBlock[] {
  return pieces.flatMap((piece) => parser.push(piece)).filter(({ data }) => data !== null);
}
const readText = (text: string): EventBlock[] => read([encode(text)]);
const dataOf = (text: string): (string | null)[] => readText(text).map(({ data }) => data);

// The examples of the HTML standard, section "Interpreting an event stream".
describe('as the standard’s examples have it', () => {
  test('data of several lines is one event', () => {
    expect(dataOf('data: YHOO\ndata: +2\ndata: 10\n\n')).toEqual(['YHOO\n+2\n10']);
  });

  test('a comment is not an event; an id persists, and an empty one clears it', () => {
    const text =
      ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n';
    expect(readText(text)).toEqual([
      { id: '1', event: 'message', data: 'first event' },
      { id: '', event: 'message', data: 'second event' },
      { id: '', event: 'message', data: ' third event' },
    ]);
  });

  test('data without a value is an event, an unterminated block is not', () => {
    expect(dataOf('data\n\ndata\ndata\n\ndata:')).toEqual(['', '\n']);
  });

  test('a space after the colon may be or not', () => {
    expect(dataOf('data:test\n\ndata: test\n\n')).toEqual(['test', 'test']);
  });
});

describe('a block', () => {
  test('without data advances the id, and its kind does not apply to the next one', () => {
    const blocks = new EventParser('4').push(encode(': beat\nid: 5\nevent: sandwich\n\ndata: x\n\n'));
    expect(blocks).toEqual([
      { id: '5', event: 'message', data: null },
      { id: '5', event: 'message', data: 'x' },
    ]);
  });

  test('that the stream ends in does not move the id on', () => {
    expect(new EventParser('4').push(encode('id: 5\ndata: x\n'))).toEqual([]);
  });

  test('has the id of before where its own has a NUL', () => {
    expect(readText('id: 1\n\nid: 2\0\ndata: x\n\n')).toEqual([{ id: '1', event: 'message', data: 'x' }]);
  });

  test('ends with the CR, before it is known whether an LF follows', () => {
    const parser = new EventParser();
    expect(parser.push(encode('data: a\r\r'))).toHaveLength(1);
    expect(parser.push(encode('\ndata: b\r\r'))).toEqual([{ id: '', event: 'message', data: 'b' }]);
  });

  test('may begin after a byte order mark, once', () => {
    expect(dataOf('\uFEFFdata: a\n\n\uFEFFdata: b\n\n')).toEqual(['a']);
  });
});

test.each([
  ['retry: 3000\n\n', 3_000],
  ['retry:0\n\n', 0],
  ['retry: 3s\n\n', null],
  ['retry: -1\n\n', null],
  ['retry\n\n', null],
])('the wait of %j is %j', (text, retryMs) => {
  const parser = new EventParser();
  parser.push(encode(text));
  expect(parser.retryMs).toBe(retryMs);
});

test.each([
  ['one line', Array.from({ length: 30 }, (_, at) => (at === 0 ? 'data: ' : 'xxxxx'))],
  ['many lines', Array.from({ length: 30 }, () => 'data: xxx\n')],
])('a block of %s that does not end is given up', (_, pieces) => {
  expect(() => read(pieces.map(encode), new EventParser('', 100))).toThrow(EventTooLongError);
});

test('lines that mean nothing are not kept', () => {
  const pieces = [': xxxxxx\n', 'unknown', 'x: x\n', 'data: a\n\n'];
  const text = Array.from({ length: 30 }, () => pieces).flat();
  expect(read(text.map(encode), new EventParser('', 100))).toHaveLength(30);
});

test('blocks one after the other may be longer together', () => {
  const pieces = Array.from({ length: 30 }, () => encode(`data: ${'x'.repeat(80)}\n\n`));
  expect(read(pieces, new EventParser('', 100))).toHaveLength(30);
});

// Text that a server may send, without line ends; some values are meaningful at the start of a line.
const value = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(':', ' ', 'data', 'id', '\t', '{', '"'),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
    ),
  })
  .map((text) => text.replaceAll(/[\r\n\0\uFEFF]/g, ''));
const end = fc.constantFrom('\n', '\r', '\r\n');
const noise = fc.oneof(
  value.map((text) => `:${text}`),
  value.map((text) => `unknown: ${text}`),
  fc.constantFrom('unknown', 'Data: x', ' data: x', 'retry: soon'),
);
/** An event as the server intends it (data lines, type, id), and its encoding. */
const meant = fc.record({
  data: fc.array(value, { minLength: 1, maxLength: 4 }),
  event: fc.option(value.filter((text) => text !== '')),
  id: fc.option(value),
  noise: fc.array(fc.tuple(noise, fc.nat()), { maxLength: 3 }),
  ends: fc.array(end, { minLength: 12, maxLength: 12 }),
});
type Meant = typeof meant extends fc.Arbitrary<infer T> ? T : never;

function written({ data, event, id, noise, ends }: Meant): string {
  const lines = data.map((line) => `data: ${line}`);
  if (event !== null) lines.push(`event: ${event}`);
  if (id !== null) lines.push(`id: ${id}`);
  for (const [line, at] of noise) lines.splice(at % (lines.length + 1), 0, line);
  const text = lines.map((line, at) => `${line}${ends[at]}`).join('');
  // An LF after a CR would belong to the same line end, and would not be an empty line.
  return `${text}${text.endsWith('\r') ? '\r' : ends.at(-1)}`;
}

test('any stream, split anywhere, is parsed correctly', () => {
  fc.assert(
    fc.property(
      fc.array(meant, { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      fc.boolean(),
      (events, cuts, hasMark) => {
        const bytes = encode(`${hasMark ? '\uFEFF' : ''}${events.map(written).join('')}`);
        const offsets = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
        const pieces = [0, ...offsets].map((from, at) => bytes.slice(from, offsets[at] ?? bytes.length));
        let id = '';
        const expected = events.map((it) => {
          id = it.id ?? id;
          return { id, event: it.event ?? 'message', data: it.data.join('\n') };
        });
        expect(read(pieces)).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

test('a stream of single bytes is read as one piece is', () => {
  const text = 'id: ü\r\ndata: 日本\r\ndata: 🥪\r\n\r\n: x\r\rdata: b\n\n';
  expect(read([...encode(text)].map((byte) => Uint8Array.of(byte)))).toEqual([
    { id: 'ü', event: 'message', data: '日本\n🥪' },
    { id: 'ü', event: 'message', data: 'b' },
  ]);
});
