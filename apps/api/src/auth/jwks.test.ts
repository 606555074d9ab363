import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@tickscope/log';
import type { JSONWebKeySet } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { AUDIENCE, createJwtIssuer, ISSUER, type JwtIssuer } from '../testing/jwt-issuer.js';
import { createSigningKeys, KeysUnavailableError, signingKeysReader } from './jwks.js';
import { accountOfJwt } from './verify-jwt.js';

const log = createLogger({ name: 'test', level: 'silent' });
const MINUTE_MS = 60_000;

/** A clock, and a source of keys that can be changed and removed. */
function sourceOf(issuer: JwtIssuer) {
  const source = { now: 0, reads: 0, isAway: false, issuers: [issuer] };
  const findKey = createSigningKeys({
    log,
    now: () => source.now,
    async read() {
      source.reads += 1;
      if (source.isAway) throw new Error('away');
      const sets = await Promise.all(source.issuers.map((it) => it.jwks()));
      return { keys: sets.flatMap(({ keys }) => keys) } as JSONWebKeySet;
    },
  });
  const who = async (token: string) => accountOfJwt(token, { issuer: ISSUER, audience: AUDIENCE, findKey });
  return { source, who };
}

test('keys are read once for any number of tokens, also at once', async () => {
  const issuer = await createJwtIssuer();
  const { source, who } = sourceOf(issuer);
  const token = await issuer.token('a');
  expect(await Promise.all(Array.from({ length: 20 }, () => who(token)))).toEqual(Array(20).fill('jwt/a'));
  expect(source.reads).toBe(1);
});

test('finds a new key of the issuer; unknown keys cause a read at most every 30 seconds', async () => {
  const [old, fresh] = [await createJwtIssuer('ES256', 'old'), await createJwtIssuer('EdDSA', 'fresh')];
  const { source, who } = sourceOf(old);
  expect(await who(await old.token('a'))).toBe('jwt/a');
  source.issuers = [old, fresh];
  for (let i = 0; i < 10; i += 1) expect(await who(await fresh.token('b'))).toBeNull();
  expect(source.reads).toBe(1);
  source.now += 30_000;
  expect(await who(await fresh.token('b'))).toBe('jwt/b');
  for (let i = 0; i < 10; i += 1)
    expect(await who(await fresh.token('b', { header: { kid: `made up ${i}` } }))).toBeNull();
  expect(source.reads).toBe(2);
});

test('cached keys survive an outage of the source for a day; after that the keys are unavailable', async () => {
  const issuer = await createJwtIssuer('RS256');
  const { source, who } = sourceOf(issuer);
  const token = await issuer.token('a', { claims: { exp: 4_000_000_000 } });
  expect(await who(token)).toBe('jwt/a');
  source.isAway = true;
  for (let hour = 1; hour <= 23; hour += 1) {
    source.now += 60 * MINUTE_MS;
    expect(await who(token)).toBe('jwt/a');
  }
  source.now += 61 * MINUTE_MS;
  await expect(who(token)).rejects.toThrow(KeysUnavailableError);
  source.isAway = false;
  source.now += 30_000;
  expect(await who(token)).toBe('jwt/a');
});

test('without keys the token is not called invalid, and the source is read at a limited rate', async () => {
  const issuer = await createJwtIssuer();
  const { source, who } = sourceOf(issuer);
  source.isAway = true;
  const token = await issuer.token('a');
  for (let i = 0; i < 10; i += 1) await expect(who(token)).rejects.toThrow(KeysUnavailableError);
  expect(source.reads).toBe(1);
});

test('a key that the issuer has withdrawn is gone within ten minutes and a token', async () => {
  const [old, fresh] = [await createJwtIssuer('ES256', 'old'), await createJwtIssuer('ES256', 'fresh')];
  const { source, who } = sourceOf(old);
  const token = await old.token('a');
  expect(await who(token)).toBe('jwt/a');
  source.issuers = [fresh];
  source.now += 10 * MINUTE_MS + 1;
  // This call starts the read without waiting for it.
  expect(await who(token)).toBe('jwt/a');
  await expect.poll(() => who(token)).toBeNull();
});

test('ignores secret keys in the set', async () => {
  const issuer = await createJwtIssuer();
  const findKey = createSigningKeys({
    log,
    read: async () => ({ keys: [{ kty: 'oct', kid: 'key-1', k: 'c2VjcmV0', alg: 'HS256' }] }),
  });
  const token = await issuer.token('a');
  expect(await accountOfJwt(token, { issuer: ISSUER, audience: AUDIENCE, findKey })).toBeNull();
});

describe('a source over HTTP', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });
  async function serve(answer: (url: string) => { status: number; headers?: object; body: string }) {
    const server = createServer((req, res) => {
      const { status, headers = {}, body } = answer(req.url ?? '');
      res.writeHead(status, { ...headers }).end(body);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  }

  test('is read', async () => {
    const body = JSON.stringify(await (await createJwtIssuer()).jwks());
    expect(await signingKeysReader(await serve(() => ({ status: 200, body })))()).toEqual(JSON.parse(body));
  });

  test.each([
    ['an error', { status: 500, body: '{"keys":[]}' }],
    ['a page', { status: 200, body: '<html>' }],
    ['a redirect', { status: 302, headers: { Location: '/keys' }, body: '' }],
    ['a response above the size limit', { status: 200, body: `{"keys":[],"x":"${'x'.repeat(300_000)}"}` }],
  ])('is not believed with %s', async (_, answer) => {
    await expect(signingKeysReader(await serve(() => answer))()).rejects.toThrow();
  });
});
