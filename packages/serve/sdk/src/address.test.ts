import { describe, expect, test } from 'vitest';
import { baseOf, checkToken, fillPath, parameterText } from './address.js';

describe('a base address', () => {
  test.each([
    ['https://tickscope.example', 'https://tickscope.example'],
    ['https://tickscope.example/api/', 'https://tickscope.example/api'],
    ['https://tickscope.example:8443/a/b//', 'https://tickscope.example:8443/a/b'],
    ['http://localhost:8787/api', 'http://localhost:8787/api'],
    ['http://api.localhost', 'http://api.localhost'],
    ['http://127.0.0.1:8787/api', 'http://127.0.0.1:8787/api'],
    ['http://127.1:8787', 'http://127.0.0.1:8787'],
    ['http://[::1]:8787', 'http://[::1]:8787'],
  ])('%s is taken', (given, base) => {
    expect(baseOf(given)).toBe(base);
  });

  test.each([
    'http://tickscope.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://notlocalhost',
    'http://10.0.0.1:8787',
    'http://[::2]',
    'http://0.0.0.0:8787',
    'HTTP://TICKSCOPE.EXAMPLE',
  ])('%s is refused: plain HTTP is for this machine', (given) => {
    expect(() => baseOf(given)).toThrow(/expected https/);
  });

  test.each(['', '/api', 'tickscope.example', 'ftp://127.0.0.1', 'javascript:alert(1)'])(
    '"%s" is refused',
    (given) => {
      expect(() => baseOf(given)).toThrow(/^baseUrl: expected an (absolute )?http or https URL$/);
    },
  );

  test.each(['https://me:secret@a.example', 'https://secret@a.example', 'https://a.example/?key=secret'])(
    'with something of its own is refused, and not repeated',
    (given) => {
      expect(() => baseOf(given)).toThrow(/^((?!secret).)*$/);
    },
  );
});

test.each(['sk_live_a\nb', 'sk_live_a b', 'sk_live_ü', ''])(
  'a token that cannot be a header is refused before fetch could repeat it',
  (token) => {
    expect(() => checkToken(token)).toThrow('token: expected visible ASCII characters without spaces');
  },
);

describe('a path', () => {
  test('encodes its fields, whatever characters they contain', () => {
    const values = { a: '../x?y=1#z', b: '%2e%2e' };
    expect(fillPath('/one/{a}/two/{b}', values)).toBe('/one/..%2Fx%3Fy%3D1%23z/two/%252e%252e');
  });

  test('takes a number', () => {
    expect(fillPath('/slots/{slot}', { slot: 432_000_042 })).toBe('/slots/432000042');
  });

  test.each([undefined, '', '.', '..', {}, null])('is refused where a field is %s', (a) => {
    expect(() => fillPath('/one/{a}', { a })).toThrow('a: expected a text');
  });
});

test.each([
  [0.01, '0.01'],
  [1e-7, '0.0000001'],
  [1e-9, '0.000000001'],
  [1e-12, '0'],
  [432_000_042, '432000042'],
  [true, 'true'],
  ['0.10', '0.10'],
])('%s in a query is %s, in plain digits', (value, text) => {
  expect(parameterText(value)).toBe(text);
});
