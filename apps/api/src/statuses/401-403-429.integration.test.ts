import { setSubscription } from '@tickscope/accounts';
import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { envelopeOf, expectError } from '../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { jwtAccount } from '../testing/jwt-issuer.js';
import { OPERATION_REQUESTS } from '../testing/operation-requests.js';
import { type Answer, type SentRequest, send } from '../testing/request.js';
import { unknownKey } from '../testing/unknown-key.js';

/** Error texts that clients compare, written out here. */
const UNAUTHORIZED = { status: 401, error: 'Invalid API key' };
const FORBIDDEN = { status: 403, error: 'Subscription required' };
const LIMITED = { status: 429, error: 'Too many requests' };
/** Limit across all operations, as the API document states it. */
const GLOBAL_LIMIT = 30;

const validators = compileValidators();

let api: GuardedApi;
let strict: RunningApi;
beforeAll(async () => {
  api = await startGuardedApi();
  strict = await api.startAnother({ requireHttps: true });
});
afterAll(() => api?.stop());

/** Admission answers with these statuses only: 400, 415, 200 and 503 mean that the request was admitted. */
const isLetIn = ({ status }: Answer) => ![401, 403, 429].includes(status);

// Requests are invalid where they can be: admission must refuse them before they are parsed. A valid request for
// the stream would not end either. Each test has accounts of its own.
describe.each(OPERATION_REQUESTS.map((request) => [request.id, request] as const))('%s', (id, operation) => {
  const { method, invalidPath: path, by, needsSubscription } = operation;
  const body = operation.body === undefined ? {} : { body: 'no JSON' };
  const ask = (request: SentRequest = {}) => send(`${api.url}${path}`, { method, ...body, ...request });
  const tokenOf = async (account: string) =>
    by === 'jwt' ? api.issuer.token(account) : (await api.key(account)).secret;
  const isDocumented = (status: number, answer: Answer) =>
    expect(validators.response(id, status)(answer.body)).toEqual([]);

  describe('401', () => {
    test('without credentials, before the request is looked at', async () => {
      const answer = await ask();
      expectError(answer, UNAUTHORIZED);
      isDocumented(401, answer);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="tickscope"');
      expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    });

    test.each([
      ['an unknown key', unknownKey(`never issued, ${id}`)],
      ['no key and no JWT', 'abc'],
    ])('with %s', async (_, token) => {
      const answer = await ask({ token });
      expectError(answer, { ...UNAUTHORIZED, details: expect.stringMatching(/invalid.* or revoked/) });
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    });

    test('with a key in the URL', async () => {
      const key = await api.freshKey();
      const url = `${api.url}${path}${path.includes('?') ? '&' : '?'}key=${key}&access_token=${key}`;
      expectError(await send(url, { method, ...body }), UNAUTHORIZED);
    });
  });

  describe('403', () => {
    test.each(['none', 'expired'] as const)(
      `${needsSubscription ? '' : 'not '}with the subscription: %s`,
      async (state) => {
        const account = jwtAccount(`${id} ${state}`);
        if (state === 'expired') await setSubscription(api.accounts, account, { status: 'expired' });
        const answer = await ask({ token: await tokenOf(account) });
        if (!needsSubscription) expect(isLetIn(answer)).toBe(true);
        else {
          const details = expect.stringContaining('active subscription is required');
          expectError(answer, { ...FORBIDDEN, details });
          isDocumented(403, answer);
        }
      },
    );

    test.each(['trial', 'active', 'grace_period'] as const)(
      'not with the subscription: %s',
      async (status) => {
        const account = jwtAccount(`${id} ${status}`);
        await setSubscription(api.accounts, account, { status });
        expect(isLetIn(await ask({ token: await tokenOf(account) }))).toBe(true);
      },
    );

    test('over plain HTTP where HTTPS is required, before the key is looked at', async () => {
      const answer = await send(`${strict.url}${path}`, { method, ...body, token: await api.freshKey() });
      expectError(answer, { status: 403, error: 'HTTPS required' });
      isDocumented(403, answer);
    });
  });

  describe('429', () => {
    const most = operation.limit ?? GLOBAL_LIMIT;

    test(`at request ${most + 1} within a minute, with the wait and the limit`, async () => {
      const token = await tokenOf(await api.account());
      const first = await ask({ token });
      expect(isLetIn(first)).toBe(true);
      expect(first.headers.get('x-ratelimit-limit')).toBe(String(most));
      const reset = Number(first.headers.get('x-ratelimit-reset'));
      for (let i = 2; i <= most; i += 1) {
        const answer = await ask({ token });
        expect([i, isLetIn(answer)]).toEqual([i, true]);
        expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(most - i));
        expect(Number(answer.headers.get('x-ratelimit-reset'))).toBe(reset);
      }
      const answer = await ask({ token });
      expectError(answer, LIMITED);
      isDocumented(429, answer);
      const wait = Number(answer.headers.get('retry-after'));
      expect(envelopeOf(answer)).toMatchObject({
        message: expect.stringContaining(`${most} requests per minute`),
        retry_after_seconds: wait,
      });
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(answer.headers.get('x-ratelimit-reset'))).toBe(reset);
      // The server's own clock when it answered.
      const answeredAt = Date.parse(envelopeOf(answer)['timestamp'] as string) / 1_000;
      expect(Math.abs(answeredAt + wait - reset)).toBeLessThanOrEqual(1.5);
    });
  });
});
