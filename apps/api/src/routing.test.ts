import { loadOpenApi, operationsById } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from './errors.js';
import { analyzeTrade } from './routes/analyze-trade/handler.js';
import { getTransaction } from './routes/transaction/handler.js';
import type { RunningApi } from './server.js';
import { SIGNATURE, startApiWithoutDatabase } from './testing/api-without-database.js';
import { expectError } from './testing/expect-error.js';
import { get, postText, send } from './testing/request.js';

/** Operations that answer at the root, too. All others answer under `/api` only: the rest of the root is for pages. */
const AT_THE_ROOT = new Set([
  ...['analyzeTrade', 'getTransaction', 'backfillTransaction', 'walletSignatures', 'enhanceMetadata'],
  ...['checkSandwichFast', 'checkSandwich', 'checkWallet', 'checkAttacker', 'validateCompetition'],
  ...['getJobStatus', 'findHotAccounts', 'getAccountWriteLocks'],
]);

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

describe('paths', () => {
  test.each([
    '/api',
    '/api/',
    '/nothing',
    '/api/nothing',
    '/api/api/analyze-trade',
    '/api/analyze-trade/',
    '/api/Analyze-Trade',
    '/API/analyze-trade',
    '/api//analyze-trade',
    '//api/analyze-trade',
    '/api/analyze-trade/x',
    '/api/transaction',
    '/api/transaction/',
    `/api/transaction/${SIGNATURE}/`,
    `/api/transaction/${SIGNATURE}/x`,
    '/api/healthz',
    '/api/docs',
    '/docs/../package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/swagger-ui-bundle.js.map',
    '/__proto__',
    '/api/%00',
  ])('%s is unknown', async (path) => {
    expectError(await get(api.url + path), { status: 404, error: 'Not found' });
  });

  test.each(['', '/api'])('operations answer under "%s"', async (prefix) => {
    const answer = await get(`${api.url}${prefix}/transaction/abc`);
    expect(answer.status).toBe(400);
    expect((await postText(`${api.url}${prefix}/analyze-trade`, '{}')).status).toBe(400);
  });

  const places = [...operationsById(loadOpenApi()).values()].map(({ operation, method, path }) => ({
    ...{ id: operation.operationId, method: method.toUpperCase() },
    path: path.replaceAll(/\{\w+\}/g, '%zz'),
  }));
  test.each(places)(
    'at the root, $method $path answers only if its operation belongs there',
    async (place) => {
      const { id, method, path } = place;
      expect((await get(`${api.url}/api${path}`, method)).status).not.toBe(404);
      const atRoot = await send(`${api.url}${path}`, { method, headers: { Accept: 'application/json' } });
      if (AT_THE_ROOT.has(id)) expect(atRoot.status).not.toBe(404);
      else expectError(atRoot, { status: 404, error: 'Not found' });
    },
  );

  test('a query changes nothing', async () => {
    expect((await get(`${api.url}/api/transaction/abc?a[b]=1&signature=${SIGNATURE}`)).status).toBe(400);
    expect((await get(`${api.url}/healthz?x`)).status).toBe(200);
  });

  test.each(['%', '%zz', '%E0%A4%A', 'a%'])('the malformed path parameter %s is a 400', async (value) => {
    expectError(await get(`${api.url}/api/transaction/${value}`), {
      status: 400,
      error: 'Validation failed',
      details: ['path: expected valid percent-encoding'],
    });
  });
});

describe('methods', () => {
  test.each([
    ['GET', '/api/analyze-trade', 'POST'],
    ['PUT', '/analyze-trade', 'POST'],
    ['DELETE', '/api/analyze-trade', 'POST'],
    ['OPTIONS', '/api/analyze-trade', 'POST'],
    ['POST', `/api/transaction/${SIGNATURE}`, 'GET, HEAD'],
    ['PATCH', '/api/transaction/abc', 'GET, HEAD'],
    ['PROPFIND', '/healthz', 'GET, HEAD'],
    ['POST', '/version', 'GET, HEAD'],
    ['POST', '/docs/swagger-ui.css', 'GET, HEAD'],
  ])('%s %s is refused with the methods that are taken', async (method, path, allow) => {
    const answer = await get(api.url + path, method);
    expectError(answer, {
      status: 405,
      error: 'Method not allowed',
      details: `This path takes ${allow}, not ${method}.`,
    });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test('HEAD is as GET without the body', async () => {
    const response = await fetch(`${api.url}/healthz`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('order of checks', () => {
  const refuse = (code: 'invalid_api_key' | 'subscription_required' | 'too_many_requests') => () => {
    throw new ApiError(code, { details: code, retryAfterSeconds: 7 });
  };
  const body = 'not json';
  const text = { 'Content-Type': 'text/plain' };

  test.each([
    ['invalid_api_key', 401, 'Invalid API key'],
    ['subscription_required', 403, 'Subscription required'],
    ['too_many_requests', 429, 'Too many requests'],
  ] as const)('%s comes after the method and before the body', async (code, status, error) => {
    const guarded = await startApiWithoutDatabase({
      operations: [analyzeTrade, getTransaction],
      admission: () => [refuse(code)],
    });
    try {
      const url = `${guarded.url}/api/analyze-trade`;
      expect((await get(url)).status).toBe(405);
      expect((await get(`${url}s`)).status).toBe(404);
      expectError(await postText(url, body, text), { status, error, details: code });
      expectError(await get(`${guarded.url}/api/transaction/abc`), { status, error, details: code });
      expect((await get(`${guarded.url}/healthz`)).status).toBe(200);
    } finally {
      await guarded.stop();
    }
  });

  test('429 has the wait in its header and body, and names the limit', async () => {
    const guarded = await startApiWithoutDatabase({
      operations: [getTransaction],
      admission: () => [refuse('too_many_requests')],
    });
    try {
      const answer = await get(`${guarded.url}/api/transaction/abc`);
      expect(answer.headers.get('retry-after')).toBe('7');
      expect(answer.body).toMatchObject({ message: 'too_many_requests', retry_after_seconds: 7 });
    } finally {
      await guarded.stop();
    }
  });

  test('checks the content type before the size, and the size before the content', async () => {
    const url = `${api.url}/api/analyze-trade`;
    const large = 'x'.repeat(100_000);
    expect((await postText(url, large, text)).status).toBe(415);
    expect((await postText(url, large)).status).toBe(413);
    expect((await postText(url, body)).status).toBe(400);
  });
});
