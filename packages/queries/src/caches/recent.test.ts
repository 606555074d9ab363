import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Recent } from './recent.js';

test('a value is kept exactly for its time', () => {
  let now = 1_000;
  const recent = new Recent<string>({ most: 2, now: () => now });
  recent.set('a', 'A', 500);
  now = 1_499;
  expect(recent.get('a')).toBe('A');
  now = 1_500;
  expect(recent.get('a')).toBeUndefined();
  expect(recent.size).toBe(0);
});

test('reading does not lengthen its time, setting it again does', () => {
  let now = 0;
  const recent = new Recent<number>({ most: 2, now: () => now });
  recent.set('a', 1, 100);
  now = 60;
  recent.get('a');
  recent.set('b', 1, 100);
  now = 90;
  recent.set('b', 2, 100);
  now = 100;
  expect(recent.has('a')).toBe(false);
  now = 189;
  expect(recent.get('b')).toBe(2);
});

test('it holds no more than it may, and the latest used stay', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(9)), { maxLength: 200 }), (steps) => {
      const most = 4;
      const recent = new Recent<number>({ most, now: () => 0 });
      let used: number[] = [];
      for (const [isSet, key] of steps) {
        if (isSet) recent.set(String(key), key, 1);
        const isThere = isSet || used.includes(key);
        expect(recent.get(String(key))).toBe(isThere ? key : undefined);
        if (isThere) used = [...used.filter((other) => other !== key), key].slice(-most);
        expect(recent.size).toBe(used.length);
      }
    }),
  );
});

test('names of the language are keys like others', () => {
  const recent = new Recent<string>({ most: 2 });
  expect(recent.get('__proto__')).toBeUndefined();
  expect(recent.get('constructor')).toBeUndefined();
});
