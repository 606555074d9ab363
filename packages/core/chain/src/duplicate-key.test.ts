import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateKey } from './duplicate-key.js';

describe('duplicateKey', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1, "b":{"a":2}, "a" : 3}', 'a'],
    ['[{"x":{"transactions":[],"blockhash":"h","transactions":[1]}}]', 'transactions'],
    ['{"a":[{"b":1}],"c":[[{"b":1,"b":1}]]}', 'b'],
    // The same key, written in two ways.
    ['{"slot":1,"sl\\u006ft":2}', 'slot'],
    ['{"":1,"":2}', ''],
    ['{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('finds the key that %s has twice', (text, key) => {
    expect(duplicateKey(text)).toBe(key);
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":["a","a",":"]}',
    '"a"',
    'null',
  ])('finds none in %s', (text) => {
    expect(duplicateKey(text)).toBeNull();
  });

  it('finds none in what was written from a value, and one as soon as a member is written twice', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '{', '}', ':', 'a'));
    const object = fc.dictionary(name, fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
    fc.assert(
      fc.property(object, fc.nat(), (value, pick) => {
        const text = JSON.stringify(value);
        expect(duplicateKey(text)).toBeNull();
        const keys = Object.keys(value);
        const key = keys[pick % keys.length]!;
        expect(duplicateKey(`${text.slice(0, -1)},${JSON.stringify(key)}:null}`)).toBe(key);
        expect(duplicateKey(`[${text},${text}]`)).toBeNull();
      }),
    );
  });
});
