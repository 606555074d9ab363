import { expect, test } from 'vitest';
import { readQuery } from './read-query.js';

test.each([
  ['/x', {}],
  ['/x?', {}],
  ['/x?a=1&b=', { a: '1', b: '' }],
  ['/x?a', { a: '' }],
  ['/x?a=%C3%A9+%26', { a: 'é &' }],
  ['/x?a[b]=1', { 'a[b]': '1' }],
  ['/x?a=%zz', { a: '%zz' }],
  ['/x?a=1?b=2', { a: '1?b=2' }],
])('%s', (url, parameters) => {
  expect(readQuery(url)).toEqual({ parameters, wrong: [] });
});

test('a duplicate parameter is reported once', () => {
  expect(readQuery('/x?a=1&a=2&a=3&b=1').wrong).toEqual(['a: given more than once']);
});

test('hostile names are texts like others', () => {
  const { parameters, wrong } = readQuery('/x?__proto__=1&__proto__=2&constructor=3');
  expect(Object.keys(parameters)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(parameters)).toBe(Object.prototype);
  expect(wrong).toEqual(['__proto__: given more than once']);
  expect(readQuery(`/x?${'%0A'.repeat(200)}=1&${'%0A'.repeat(200)}=2`).wrong[0]!.length).toBeLessThan(300);
});
