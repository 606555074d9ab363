import { createHash, createHmac } from 'node:crypto';
import { revokeKey, setSubscription } from '@tickscope/accounts';
import { exportJWK, exportSPKI } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { createJwtIssuer } from '../testing/jwt-issuer.js';
import { rawRequest } from '../testing/raw-request.js';
import { send } from '../testing/request.js';
import { unknownKey } from '../testing/unknown-key.js';

const INVALID = { status: 401, error: 'Invalid API key' };

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

const use = (token: string) => send(`${api.url}/api/subscription`, { token });

describe('an invalid key', () => {
  test('expired, a moment after its end', async () => {
    const account = await api.account();
    const { secret } = await api.key(account, { expiresAt: new Date(Date.now() - 1) });
    expectError(await use(secret), INVALID);
  });

  test('revoked', async () => {
    const account = await api.account();
    const { key, secret } = await api.key(account);
    expect((await use(secret)).status).toBe(200);
    await revokeKey(api.accounts, account, key.id);
    expectError(await use(secret), INVALID);
  });

  test.each<[string, (key: string) => string]>([
    ['its prefix', (key) => key.slice(0, 12)],
    ['without its last character', (key) => key.slice(0, -1)],
    ['with one more', (key) => `${key}1`],
    ['with its last character changed', (key) => key.slice(0, -1) + (key.endsWith('2') ? '3' : '2')],
    ['in upper case', (key) => key.toUpperCase()],
    ['of the other kind', (key) => key.replace('sk_live_', 'sk_test_')],
    ['without its kind', (key) => key.slice(8)],
    ['twice', (key) => key + key],
    ['what is stored of it, in hex', (key) => createHash('sha256').update(key).digest('hex')],
    ['what is stored of it, as a key', (key) => `sk_live_${createHash('sha256').update(key).digest('hex')}`],
  ])('%s', async (_, change) => {
    const key = await api.freshKey();
    expect(change(key)).not.toBe(key);
    expectError(await use(change(key)), INVALID);
    expect((await use(key)).status).toBe(200);
  });

  test('made up, as long as a key is', async () => {
    expectError(await use(unknownKey('made up')), INVALID);
  });
});

describe('an invalid Authorization header', () => {
  const raw = (head: string[]) =>
    rawRequest(
      api.url,
      [`GET /api/subscription HTTP/1.1`, 'Host: x', 'Connection: close', ...head, '', ''].join('\r\n'),
    );

  test.each<[string, (key: string) => string[]]>([
    ['twice, the good one first', (key) => [`Authorization: Bearer ${key}`, 'Authorization: Bearer x']],
    ['twice, the good one last', (key) => ['Authorization: Bearer x', `Authorization: Bearer ${key}`]],
    ['twice the same', (key) => [`Authorization: Bearer ${key}`, `authorization: Bearer ${key}`]],
    ['two keys in one', (key) => [`Authorization: Bearer ${key}, Bearer ${key}`]],
    ['the key alone', (key) => [`Authorization: ${key}`]],
    ['another scheme', (key) => [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`]],
    ['the key as Basic', (key) => [`Authorization: Basic ${key}`]],
    ['a longer scheme', (key) => [`Authorization: XBearer ${key}`]],
    ['in quotes', (key) => [`Authorization: Bearer "${key}"`]],
    ['with a tab', (key) => [`Authorization: Bearer\t${key}`]],
    ['nothing', () => ['Authorization: Bearer ']],
    ['empty', () => ['Authorization:']],
    ['far too long', () => [`Authorization: Bearer ${'a'.repeat(12_000)}`]],
    ['a header of another name', (key) => [`X-Api-Key: ${key}`, `Proxy-Authorization: Bearer ${key}`]],
    ['a cookie', (key) => [`Cookie: authorization=Bearer ${key}; key=${key}`]],
  ])('%s', async (_, head) => {
    expectError(await raw(head(await api.freshKey())), INVALID);
  });

  test('the name of the scheme may be in either case', async () => {
    const key = await api.freshKey();
    expect((await raw([`AUTHORIZATION: bearer ${key}`])).status).toBe(200);
  });
});

describe('a JWT', () => {
  const now = () => Math.floor(Date.now() / 1_000);

  test.each(['demo', 'visitor/127.0.0.1', 'account-a'])(
    'whose subject is the name of an account of the operator, %s, is not that account',
    async (subject) => {
      await setSubscription(api.accounts, subject, { status: 'expired' });
      const { status, body } = await use(await api.issuer.token(subject));
      expect(status).toBe(200);
      expect(body).toMatchObject({ data: { account: `jwt/${subject}` } });
      expect(body).not.toMatchObject({ data: { status: 'expired' } });
    },
  );

  test('of the issuer, in time, lets its subject in', async () => {
    expect(await use(await api.issuer.token('account-a'))).toMatchObject({
      status: 200,
      body: { data: { account: 'jwt/account-a' } },
    });
  });

  test.each([
    ['expired 50 seconds ago', { exp: -50 }, 200],
    ['expired 62 seconds ago', { exp: -62 }, 401],
    ['good in 58 seconds', { nbf: 58 }, 200],
    ['good in an hour', { nbf: 3_600 }, 401],
  ] as const)('%s', async (_, claims, status) => {
    const moved = Object.fromEntries(Object.entries(claims).map(([name, offset]) => [name, now() + offset]));
    expect((await use(await api.issuer.token('account-a', { claims: moved }))).status).toBe(status);
  });

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of no issuer', { iss: undefined }],
    ['for another audience', { aud: 'another service' }],
    ['for no audience', { aud: undefined }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    // With `jwt/` before it, more than an account may have.
    ['with a subject of 252 characters', { sub: 'x'.repeat(252) }],
    ['with a NUL in its subject', { sub: 'a\0b' }],
    ['with a line end in its subject', { sub: 'a\nb' }],
    ['with a subject that is no text', { sub: { $ne: null } }],
    ['with an end that is no number', { exp: '9999999999' }],
  ])('%s: 401', async (_, claims) => {
    expectError(await use(await api.issuer.token('account-a', { claims })), INVALID);
  });

  test.each([
    ['an unknown key id', { kid: 'key-2' }],
    ['a key id that is a path', { kid: '../../../../etc/passwd' }],
    ['a key id that is SQL', { kid: "' OR 1=1 --" }],
    ['a critical extension', { crit: ['x'], x: '1' }],
  ])('with %s: 401', async (_, header) => {
    const token = await api.issuer.token('account-a', { header }).catch(() => null);
    // The library refuses to make some of these tokens; then the header is replaced by hand, and the signature
    // is wrong.
    const made =
      token ?? withHeader(await api.issuer.token('account-a'), { alg: 'ES256', kid: 'key-1', ...header });
    expectError(await use(made), INVALID);
  });

  test('signed with a foreign key under our key id: 401', async () => {
    const stranger = await createJwtIssuer('ES256', 'key-1');
    expectError(await use(await stranger.token('account-a')), INVALID);
  });

  test('that brings its own key: 401', async () => {
    const stranger = await createJwtIssuer('ES256', 'key-1');
    const jwk = await exportJWK(stranger.keys.publicKey);
    const header = { jwk, jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/x' };
    expectError(await use(await stranger.token('account-a', { header })), INVALID);
  });

  test.each(['none', 'None', 'NONE', ''])('unsigned, with alg "%s": 401', async (alg) => {
    const [, payload] = (await api.issuer.token('account-a')).split('.');
    for (const signature of ['', '.', 'AA'])
      expectError(await use(`${encoded({ alg, typ: 'JWT' })}.${payload}.${signature}`), INVALID);
  });

  test('signed by HMAC with the public key: 401', async () => {
    const [, payload] = (await api.issuer.token('account-a')).split('.');
    const secrets = [
      await exportSPKI(api.issuer.keys.publicKey),
      JSON.stringify((await api.issuer.jwks()).keys[0]),
      JSON.stringify(await exportJWK(api.issuer.keys.publicKey)),
    ];
    for (const secret of secrets) {
      const signed = `${encoded({ alg: 'HS256', kid: 'key-1' })}.${payload}`;
      const mac = createHmac('sha256', secret).update(signed).digest('base64url');
      expectError(await use(`${signed}.${mac}`), INVALID);
    }
  });

  test('whose subject is changed: 401', async () => {
    const [header, payload, signature] = (await api.issuer.token('account-a')).split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
    expectError(await use(`${header}.${encoded({ ...claims, sub: 'admin' })}.${signature}`), INVALID);
  });

  test.each(['..', 'a.b.c', '....', 'e30.e30.e30', `${'a'.repeat(4_000)}.${'b'.repeat(4_000)}.`])(
    'malformed, "%s": 401',
    async (token) => {
      expectError(await use(token), INVALID);
    },
  );

  test('where none is configured: 401', async () => {
    const keysOnly = await api.startAnother({ jwt: null });
    const token = await api.issuer.token('account-a');
    expectError(await send(`${keysOnly.url}/api/subscription`, { token }), INVALID);
  });
});

describe('when Postgres is away', () => {
  test('all credentials get 503 with Retry-After, none 401; requests succeed once it is back', async () => {
    const key = await api.freshKey();
    expect((await use(key)).status).toBe(200);
    await api.postgres.stop();
    for (const token of [key, unknownKey('away'), await api.issuer.token('account-a')]) {
      const answer = await use(token);
      expectError(answer, { status: 503, error: 'Service unavailable' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
      expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|127\.0\.0\.1|postgres:|select/i);
    }
    expectError(await send(`${api.url}/api/subscription`), INVALID);
    await api.postgres.start();
    expect((await use(key)).status).toBe(200);
  });
});

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function withHeader(token: string, header: object): string {
  const [, payload, signature] = token.split('.');
  return `${encoded(header)}.${payload}.${signature}`;
}
