import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonFault } from './json-fault.js';

describe('the place and the kind of a fault', () => {
  test.each([
    [
      '{"a": 1,}',
      ': line 1, column 9: a name in double quotes is expected; no comma may follow the last field',
    ],
    ['{\n  "a": [1, 2,],\n}', ': line 2, column 14: a value is expected; no comma may follow the last one'],
    ["{'a': 1}", ': line 1, column 2: this is no value of JSON'],
    ['{"a": 1', ': line 1, column 8: a closing brace is expected'],
    ['{"a" 1}', ': line 1, column 6: a colon is expected'],
    ['{"a": 1} {}', ': line 1, column 10: nothing may follow the value'],
    ['{"a": undefined}', ': line 1, column 7: this is no value of JSON'],
    ['{"a": "x}', ': line 1, column 7: this text has no closing quote'],
    ['{\r\n"a": 1 // one\r\n}', ': line 2, column 8: JSON has no comments'],
    ['', ': the body is empty'],
    [' \n', ': the body is empty'],
  ])('%j', (text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });
});

test('any text has an answer, and every text that is no JSON a place in it', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const near = fc
    .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }))
    .map(
      ([text, at, more]) => text.slice(0, at % (text.length + 1)) + more + text.slice(at % (text.length + 1)),
    );
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), near), (text) => {
      const fault = jsonFault(text);
      if (isJson(text) || fault === '' || text.trim() === '') return true;
      const [, line, column] = /^: line (\d+), column (\d+)/.exec(fault)!;
      const lines = text.split(/\r\n|\r|\n/);
      return Number(line) <= lines.length && Number(column) <= lines[Number(line) - 1]!.length + 2;
    }),
  );
});
