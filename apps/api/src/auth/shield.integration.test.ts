import { PassThrough } from 'node:stream';
import { setSubscription } from '@tickscope/accounts';
import { createLogger } from '@tickscope/log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { send } from '../testing/request.js';
import { unknownKey } from '../testing/unknown-key.js';

const LIMITED = { status: 429, error: 'Too many requests' };
const LIMIT = { addressLimit: { limit: 10, seconds: 60 } };

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

const subscription = (url: string, token?: string) =>
  send(`${url}/api/subscription`, token === undefined ? {} : { token });
/** An operation that keys may not call under any subscription: 403. */
const listKeys = (url: string, token: string) => send(`${url}/api/keys`, { token });

/**
 * Floods from the address that all tests share: without a key, with malformed keys, and with keys that were
 * never made.
 */
async function flood(url: string, seed: string): Promise<void> {
  for (let i = 0; i < 70; i += 1) await subscription(url);
  for (let i = 0; i < 10; i += 1) await subscription(url, 'nonsense');
  for (let i = 0; i < 70; i += 1) await subscription(url, unknownKey(`${seed} ${i}`));
  expectError(await subscription(url), LIMITED);
  expectError(await subscription(url, unknownKey(`${seed} last`)), LIMITED);
}

describe('a flood from the same address does not lock out', () => {
  test('a key that was refused once (403)', async () => {
    const { url } = await api.startAnother(LIMIT);
    const key = await api.freshKey();
    expect((await subscription(url, key)).status).toBe(200);
    expect((await listKeys(url, key)).status).toBe(403);
    await flood(url, 'refused');
    expect((await subscription(url, key)).status).toBe(200);
  });

  test('a key whose subscription begins during the flood', async () => {
    const { url } = await api.startAnother(LIMIT);
    const account = await api.account();
    await setSubscription(api.accounts, account, { status: 'expired' });
    const { secret } = await api.key(account);
    const trade = () => send(`${url}/api/analyze-trade`, { method: 'POST', token: secret, body: {} });
    expect((await trade()).status).toBe(403);
    await flood(url, 'expired');
    await setSubscription(api.accounts, account, { status: 'active' });
    expect((await trade()).status).toBe(400);
  });

  test('a key that was never used, when the flood is of requests without one', async () => {
    const { url } = await api.startAnother(LIMIT);
    for (let i = 0; i < 70; i += 1) await subscription(url);
    expectError(await subscription(url), LIMITED);
    expect((await subscription(url, await api.freshKey())).status).toBe(200);
  });

  test('a key or a JWT after a restart of the API, before either has been seen again', async () => {
    const before = await api.startAnother(LIMIT);
    const account = await api.account();
    const { secret } = await api.key(account);
    const jwt = await api.issuer.token(account);
    for (const token of [secret, jwt]) expect((await subscription(before.url, token)).status).toBe(200);
    await before.stop();
    const { url } = await api.startAnother(LIMIT);
    await flood(url, 'restart');
    for (const token of [secret, jwt]) expect((await subscription(url, token)).status).toBe(200);
  });
});

test('repeatedly refused credentials get 429 with Retry-After, without a query to Postgres', async () => {
  const guarded = await startGuardedApi(LIMIT);
  try {
    const account = await guarded.account();
    await setSubscription(guarded.accounts, account, { status: 'expired' });
    const { secret } = await guarded.key(account);
    const trade = (token: string) =>
      send(`${guarded.url}/api/analyze-trade`, { method: 'POST', token, body: {} });
    const statuses = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await trade(secret)).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    // An account can have any number of JWTs: they are counted by account.
    const jwts = [];
    for (let i = 0; i < 12; i += 1)
      jwts.push((await trade(await guarded.issuer.token(account, { claims: { jti: String(i) } }))).status);
    expect(jwts).toEqual([...Array(10).fill(403), 429, 429]);
    await guarded.postgres.stop();
    const refused = await trade(secret);
    expectError(refused, { ...LIMITED, details: expect.stringContaining('refused (403)') });
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    await guarded.postgres.start();
  } finally {
    await guarded.stop();
  }
});

test('a forged JWT is checked without Postgres', async () => {
  const guarded = await startGuardedApi(LIMIT);
  try {
    const good = await guarded.issuer.token(await guarded.account());
    await guarded.postgres.stop();
    const [header, , signature] = good.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'admin' })).toString('base64url');
    expect((await subscription(guarded.url, `${header}.${claims}.${signature}`)).status).toBe(401);
    expect((await subscription(guarded.url, good)).status).toBe(503);
    await guarded.postgres.start();
  } finally {
    await guarded.stop();
  }
});

test('forwarding headers of an address that is not trusted are warned of once, those of a trusted one are not', async () => {
  const warnings = async (overrides: Parameters<GuardedApi['startAnother']>[0]) => {
    const out = new PassThrough();
    const log = createLogger({ name: 'api', level: 'warn', destination: out });
    const other = await api.startAnother(overrides, { log });
    for (let i = 0; i < 3; i += 1)
      await send(`${other.url}/healthz`, { headers: { 'X-Forwarded-For': `203.0.113.${i}` } });
    await send(`${other.url}/healthz`, { headers: { Forwarded: 'for=203.0.113.9' } });
    await other.stop();
    return String(out.read() ?? '')
      .split('\n')
      .filter((line) => line.includes('TRUST_PROXY'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  expect(await warnings({})).toEqual([
    expect.objectContaining({
      address: '127.0.0.1',
      header: 'x-forwarded-for',
      msg: expect.stringContaining('TRUST_PROXY does not name its sender'),
    }),
  ]);
  expect(await warnings({ trustProxy: ['loopback'] })).toEqual([]);
  expect(await warnings({ trustProxy: 1 })).toEqual([]);
});
