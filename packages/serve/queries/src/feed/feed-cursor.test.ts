import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCursors, formatResumeToken, parseResumeToken } from './feed-cursor.js';

const number = fc.nat({ max: 2 ** 50 });
const token = fc.record({
  epoch: fc.stringMatching(/^[0-9a-f]{8}$/),
  position: fc.record({ block: number, offset: number, atMs: fc.integer({ min: 1, max: 2 ** 50 }) }),
});

describe('a resume token', () => {
  test('contains its position, in text that an event id and a header can hold', () => {
    fc.assert(
      fc.property(token, (it) => {
        const text = formatResumeToken(it);
        expect(text).toMatch(/^[\w-]{1,60}$/);
        expect(parseResumeToken(text)).toEqual(it);
      }),
    );
  });

  test('has one text; any other text is not a token', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.stringMatching(/^1-[0-9a-f]{8}-[0-9a-z]{1,12}-[0-9a-z]{1,12}-[0-9a-z]{1,12}$/),
        ),
        (text) => {
          const parsed = parseResumeToken(text);
          if (parsed !== null) expect(formatResumeToken(parsed)).toBe(text);
        },
      ),
    );
  });

  test.each([
    '',
    '1',
    '2-0123abcd-1-0-1',
    '1-0123abcd-1-0',
    '1-0123ABCD-1-0-1',
    '1-0123abcd--0-1',
    '1-0123abcd-01-0-1',
    '1-0123abcd-1-0-0',
    '1-0123abcd-1-0-1-1',
    '1-0123abcd-1-0-1\n',
    ' 1-0123abcd-1-0-1',
    '1-0123abcd-zzzzzzzzzzz-0-1',
    '1-0123abcd-1.5-0-1',
  ])('%j is not a token', (text) => {
    expect(parseResumeToken(text)).toBeNull();
  });
});

test('positions are ordered by insert, then by row, not by time', () => {
  const positions = [
    { block: 2, offset: 0, atMs: 1 },
    { block: 1, offset: 5, atMs: 9 },
    { block: 1, offset: 4, atMs: 10 },
  ];
  expect(positions.sort(compareCursors).map(({ block, offset }) => [block, offset])).toEqual([
    [1, 4],
    [1, 5],
    [2, 0],
  ]);
});
