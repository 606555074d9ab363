import { expect, it } from 'vitest';
import { secretsOf, withoutSecrets } from './without-secrets.js';

it('hides the endpoint, its token, and every part of its URL that may be one', () => {
  const url = 'https://reader:pass%2Dword@customer.nodes.example:8443/api/4f5a6b7c8d/v1?key=abcdef123';
  const secrets = secretsOf(url, 'x-token-1');
  const text = [
    `GET ${url} failed`,
    'customer.nodes.example refused x-token-1',
    'pass%2Dword pass-word 4f5a6b7c8d abcdef123 at /api/v1',
  ];
  expect(withoutSecrets({ text, count: 7, none: null }, secrets)).toEqual({
    text: ['GET … failed', '… refused …', '… … … … at /api/v1'],
    count: 7,
    none: null,
  });
});

it('hides a text that is no URL as a whole', () => {
  expect(withoutSecrets('cannot connect to not a url', secretsOf('not a url', null))).toBe(
    'cannot connect to …',
  );
});
