import { expect, test } from 'vitest';
import { loggedPath } from './logged-path.js';

test('a path is logged without its query', () => {
  expect(loggedPath('/api/transaction/abc?key=sk_live_abc')).toBe('/api/transaction/abc');
});

test.each([
  ['a key', `/api/keys/sk_live_${'z'.repeat(43)}`],
  ['a test key', `/sk_test_${'z'.repeat(43)}/x`],
  ['a key at the place where it is cut', `/${'x'.repeat(180)}/sk_live_${'z'.repeat(43)}`],
  ['a JWT', `/api/eyJhbGciOiJFUzI1NiJ9.eyJ${'z'.repeat(43)}.zzzz`],
])('and without %s', (_, url) => {
  expect(loggedPath(url)).toContain('[redacted]');
  expect(loggedPath(url)).not.toContain('zz');
  expect(loggedPath(url).length).toBeLessThanOrEqual(200);
});

test('signatures stay: they are public', () => {
  const path = `/api/transaction/${'5'.repeat(88)}`;
  expect(loggedPath(path)).toBe(path);
});
