import { TupleParam } from '@clickhouse/client';
import { expect, test } from 'vitest';
import { parameterText } from './query-parameters.js';

// "HTTP Interface", Queries with parameters: values are in the TabSeparated format, "Escaped"; strings within arrays and
// tuples are quoted.
test.each<[string, unknown, string]>([
  ['a whole number', 42, '42'],
  ['a number beyond 2^53', 18_446_744_073_709_551_615n, '18446744073709551615'],
  ['a truth', true, '1'],
  ['nothing', null, '\\N'],
  ['a text', 'hot', 'hot'],
  ['a text that would end a line or a string', "a\tb\nc\rd'e\\f", "a\\tb\\nc\\rd\\'e\\\\f"],
  ['an empty array', [], '[]'],
  ['an array of numbers', [1, 2n], '[1,2]'],
  ['an array of texts', ['a', "b'", '\\'], "['a','b\\'','\\\\']"],
  ['an array with nothing in it', [null, 'NULL'], "[NULL,'NULL']"],
  ['truths in an array', [true, false], '[TRUE,FALSE]'],
  ['an array of tuples', [new TupleParam(['a', 1])], "[('a',1)]"],
  ['a text that looks like an array', "['a']", "[\\'a\\']"],
])('%s', (_, value, text) => {
  expect(parameterText(value)).toBe(text);
});

test('what is none of these is a mistake of ours', () => {
  expect(() => parameterText({ a: 1 })).toThrow(TypeError);
});
