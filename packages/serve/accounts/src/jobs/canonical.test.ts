import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical.js';

test('keys are sorted at every depth, lists keep their order, undefined values are left out', () => {
  expect(canonicalJson({ b: [{ z: 1, a: null }, 2], a: 'x', c: undefined })).toBe(
    '{"a":"x","b":[{"a":null,"z":1},2]}',
  );
});

test('the number forms of RFC 8785', () => {
  expect(
    canonicalJson([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0]),
  ).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]');
});

test('the text of a value does not depend on the order of its keys, and preserves the value', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, shuffled(item)]),
    );
  };
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      const value: unknown = JSON.parse(text);
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      // JSON has no minus zero.
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['NaN', Number.NaN],
  ['a bigint', 1n],
  ['undefined in a list', [undefined]],
  ['a function', { f: () => 1 }],
  ['a date', new Date(0)],
  ['a map', new Map()],
])('%s is refused', (_, value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('a thousand levels are refused, not overflown', () => {
  let value: unknown = 1;
  for (let level = 0; level < 1_000; level += 1) value = [value];
  expect(() => canonicalJson(value)).toThrow(/too deeply/);
});
