import { setSubscription } from '@tickscope/accounts';
import { compileValidators, loadOpenApi, operationsById } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError } from './expect-error.js';
import { type GuardedApi, startGuardedApi } from './guarded-api.js';
import { type Answer, type SentRequest, send } from './request.js';
import { unknownKey } from './unknown-key.js';

const validators = compileValidators();
const located = operationsById(loadOpenApi());

/** The error texts of the contract's section 7. */
const UNAUTHORIZED = { status: 401, error: 'Invalid API key' };
const FORBIDDEN = { status: 403, error: 'Subscription required' };
const LIMITED = { status: 429, error: 'Too many requests' };

export interface AdmissionCases {
  operationId: string;
  /** The path with its parameters filled in. */
  path: string;
  /** The operation's own limit per minute; null: only the global 30. */
  limit: number | null;
  /** What may call the operation. Default `key`. */
  by?: 'key' | 'jwt';
  /** Default true. */
  needsSubscription?: boolean;
}

/** Admission answers with these statuses only: 400, 415, 200 and 503 mean that the request was admitted. */
const isLetIn = ({ status }: Answer) => ![401, 403, 429].includes(status);

/**
 * The tests of 401, 403 and 429 that every operation has. Requests are invalid on purpose where they can be:
 * admission must refuse them before they are parsed.
 */
export function admissionCases(cases: AdmissionCases): void {
  const { operationId, path, limit, by = 'key', needsSubscription = true } = cases;
  const place = located.get(operationId);
  if (place === undefined) throw new Error(`openapi.yaml has no operation "${operationId}"`);
  const method = place.method.toUpperCase();
  const body = place.operation.requestBody === undefined ? {} : { body: 'no JSON' };
  const isDocumented = (status: number, answer: Answer) =>
    expect(validators.response(operationId, status)(answer.body)).toEqual([]);

  let api: GuardedApi;
  beforeAll(async () => {
    api = await startGuardedApi();
  });
  afterAll(() => api?.stop());

  const ask = (request: SentRequest = {}) => send(`${api.url}/api${path}`, { method, ...body, ...request });
  const tokenOf = async (account: string) =>
    by === 'jwt' ? api.issuer.token(account) : (await api.key(account)).secret;

  describe('401', () => {
    test('without credentials, before the request is looked at', async () => {
      const answer = await ask();
      expectError(answer, UNAUTHORIZED);
      isDocumented(401, answer);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="tickscope"');
      expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    });

    test.each([
      ['an unknown key', unknownKey('never issued')],
      ['no key and no JWT', 'abc'],
    ])('with %s', async (_, token) => {
      const answer = await ask({ token });
      expectError(answer, { ...UNAUTHORIZED, details: expect.stringMatching(/invalid.* or revoked/) });
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    });

    test('with a key in the URL', async () => {
      const key = await api.freshKey();
      const url = `${api.url}/api${path}${path.includes('?') ? '&' : '?'}key=${key}&access_token=${key}`;
      expectError(await send(url, { method, ...body }), UNAUTHORIZED);
    });
  });

  describe('403', () => {
    const refused = needsSubscription ? FORBIDDEN : null;

    test.each(['none', 'expired'] as const)('with the subscription: %s', async (state) => {
      const account = `${operationId} ${state}`;
      if (state === 'expired') await setSubscription(api.accounts, account, { status: 'expired' });
      const answer = await ask({ token: await tokenOf(account) });
      if (refused === null) expect(isLetIn(answer)).toBe(true);
      else {
        expectError(answer, {
          ...refused,
          details: expect.stringContaining('active subscription is required'),
        });
        isDocumented(403, answer);
      }
    });

    test.each(['trial', 'active', 'grace_period'] as const)(
      'not with the subscription: %s',
      async (status) => {
        const account = `${operationId} ${status}`;
        await setSubscription(api.accounts, account, { status });
        expect(isLetIn(await ask({ token: await tokenOf(account) }))).toBe(true);
      },
    );

    test('over plain HTTP where HTTPS is required, before the key is looked at', async () => {
      const strict = await api.startAnother({ requireHttps: true });
      const answer = await send(`${strict.url}/api${path}`, { method, ...body, token: await api.freshKey() });
      expectError(answer, { status: 403, error: 'HTTPS required' });
      isDocumented(403, answer);
    });
  });

  describe('429', () => {
    const most = limit ?? 30;

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
      expect(answer.body).toMatchObject({
        message: expect.stringContaining(`${most} requests per minute`),
        retry_after_seconds: wait,
      });
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(answer.headers.get('x-ratelimit-reset'))).toBe(reset);
      // The server's own clock when it answered.
      const answeredAt = Date.parse((answer.body as { timestamp: string }).timestamp) / 1_000;
      expect(Math.abs(answeredAt + wait - reset)).toBeLessThanOrEqual(1.5);
    });
  });
}
