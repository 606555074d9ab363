import { expect, test } from 'vitest';
import { assertAccountId, InvalidAccountError, isAccountId } from './account-id.js';

test.each([
  ['a subject of an identity provider', 'auth0|5f7c8ec7c33c6c004bbafe82'],
  ['an address', 'analyst@example.org'],
  ['a name with a space', 'Desk 7'],
  ['letters of other scripts', 'Ωmega-日本'],
  ['an emoji', '🙂'],
  ['255 characters', 'a'.repeat(255)],
  ['255 characters of two code units', '🙂'.repeat(255)],
  ['what looks like SQL', "'; DROP TABLE tickscope.accounts; --"],
])('an account: %s', (_, text) => {
  expect(isAccountId(text)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['256 characters', 'a'.repeat(256)],
  ['a NUL', 'a\0b'],
  ['a line break', 'a\nb'],
  ['a line break at the end', 'a\n'],
  ['an escape sequence', '\u001b[2J'],
  ['a C1 control', 'a\u0085'],
  ['a turned text', 'a\u202eb'],
  ['a hidden character', 'a\u200bb'],
  ['a line separator', 'a\u2028b'],
  ['half a surrogate pair', 'a\ud800'],
])('no account: %s', (_, text) => {
  expect(isAccountId(text)).toBe(false);
  expect(() => assertAccountId(text)).toThrow(InvalidAccountError);
});
