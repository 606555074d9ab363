import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from './exact-json.js';

const malformed = expect.objectContaining({ name: 'ChainDataError', code: 'malformed' });

describe('parseExactJson', () => {
  it.each<[string, unknown]>([
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['[1000000000000000,999999999999999]', ['1000000000000000', 999_999_999_999_999]],
    ['-9007199254740993', '-9007199254740993'],
    [
      '{"a": 9007199254740993 ,"b":[ 18446744073709551615]}',
      { a: '9007199254740993', b: ['18446744073709551615'] },
    ],
  ])('keeps the long integers of %s as text', (text, expected) => {
    expect(parseExactJson(text)).toEqual(expected);
  });

  it.each([
    '{"uiAmount":0.12345678901234567,"n":1}',
    '{"uiAmount":123456789012345678.5}',
    '[1.2345678901234567e-17,1234567890123456e3,1234567890123456E-3,-0.1234567890123456]',
    '{"1234567890123456":"1234567890123456"}',
    '["1234567890123456,1234567890123456","\\"1234567890123456","\\\\",1]',
    '["\\u0031234567890123456","a\\\\\\"1234567890123456"]',
    '["line\\n1234567890123456",null,true,false]',
    '"1234567890123456"',
  ])('reads %s, which has long digits and no long integer, as JSON.parse does', (text) => {
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '{1234567890123456:1}',
    '{1234567890123456 :1}',
    '01234567890123456',
    '-01234567890123456',
    '+1234567890123456',
    '--1234567890123456',
    '.1234567890123456',
    '1234567890123456 1234567890123456',
    '[1234567890123456',
    '"1234567890123456',
    '"1234567890123456\\',
    '1234567890123456"',
    '"a"1234567890123456',
    '',
  ])('refuses %s, as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parseExactJson(text)).toThrow(malformed);
  });

  it('refuses an object that has a key twice, and names the key', () => {
    expect(() => parseExactJson('{"transactions":[1234567890123456789],"transactions":[]}')).toThrow(
      expect.objectContaining({ code: 'malformed', message: 'an object has the key "transactions" twice' }),
    );
  });

  it('keeps every integer exact and everything else as it was', () => {
    // A tree in two forms: JSON text with its integers written out, and what must come of it.
    type Both = { text: string; value: unknown };
    const integer = fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(
      (n): Both => ({
        text: String(n),
        value: String(n).replace('-', '').length >= 16 ? String(n) : Number(n),
      }),
    );
    const plain = fc
      .oneof(
        fc.double({ noDefaultInfinity: true, noNaN: true }).filter((n) => !Number.isInteger(n)),
        fc.string(),
        fc.constantFrom('1234567890123456', '\\', '"', '\\"', null, true),
      )
      .map((value): Both => ({ text: JSON.stringify(value), value }));
    const { tree } = fc.letrec<{ tree: Both }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        integer,
        plain,
        fc.array(tie('tree'), { maxLength: 4 }).map((items) => ({
          text: `[${items.map((item) => item.text).join(' , ')}]`,
          value: items.map((item) => item.value),
        })),
        fc
          .uniqueArray(fc.tuple(fc.oneof(fc.string(), fc.constant('1234567890123456')), tie('tree')), {
            maxLength: 4,
            selector: ([key]) => key,
          })
          .map((pairs) => ({
            text: `{${pairs.map(([key, item]) => `${JSON.stringify(key)}: ${item.text}`).join(',')}}`,
            value: Object.fromEntries(pairs.map(([key, item]) => [key, item.value])),
          })),
      ),
    }));
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        expect(parseExactJson(text)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it('takes and refuses the same texts as JSON.parse', () => {
    const token = fc.constantFrom(
      '1234567890123456',
      '12345678901234567890',
      '"1234567890123456"',
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '-',
      '.',
      'e5',
      '0',
      ' ',
      'null',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 7 }), (tokens) => {
        const text = tokens.join('');
        const isAccepted = (parse: (text: string) => unknown): boolean => {
          try {
            parse(text);
            return true;
          } catch {
            return false;
          }
        };
        if (isAccepted(parseExactJson) !== isAccepted(JSON.parse)) expect.fail(text);
      }),
      { numRuns: 10_000 },
    );
  });

  // A scan that goes back would need hours for each of these.
  it.each([
    ['a million digits and a point', `[${'1'.repeat(1_000_000)}.5]`],
    ['a million spaces after a number', `[1234567890123456${' '.repeat(1_000_000)}]`],
    ['a text of ten million characters', JSON.stringify(['1234567890123456', 'x'.repeat(10_000_000)])],
    ['a text of two million escapes', JSON.stringify(['1234567890123456', '"'.repeat(2_000_000)])],
  ])('reads %s in one pass', (_name, text) => {
    expect(JSON.stringify(parseExactJson(text)).length).toBeGreaterThan(5);
  });

  it.each([
    ['a text without end', `["1234567890123456","${'x'.repeat(5_000_000)}`],
    ['escaped quotes without end', `["1234567890123456","${'\\"'.repeat(1_000_000)}`],
    ['sandwiches without end', `[1234567890123456${',['.repeat(1_000_000)}`],
  ])('refuses %s in one pass', (_name, text) => {
    expect(() => parseExactJson(text)).toThrow(malformed);
  });
});
