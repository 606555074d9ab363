import { ConfigError } from '@tickscope/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { ACCOUNT, SIGNATURE } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { get, send } from '../testing/request.js';

let api: GuardedApi;
let open: RunningApi;
beforeAll(async () => {
  api = await startGuardedApi();
  open = await api.startAnother({ explorerPlan: 'default', trustProxy: 1 });
});
afterAll(async () => {
  await open?.stop();
  await api?.stop();
});

const question = JSON.stringify({ signature: SIGNATURE, account_id: ACCOUNT });
const ask = (url: string, headers: Record<string, string> = {}) =>
  send(`${url}/api/analyze-trade`, {
    method: 'POST',
    body: question,
    headers,
  });

test('without EXPLORER_PLAN every request needs a key', async () => {
  expectError(await ask(api.url), { status: 401, error: 'Invalid API key' });
});

test('visitors are admitted, and limited by their address', async () => {
  const of = (address: string) => ({ 'x-forwarded-for': address });
  // There is no ClickHouse: 503 is the answer to a request that was admitted.
  for (let at = 0; at < 6; at += 1) expect((await ask(open.url, of('203.0.113.1'))).status).toBe(503);
  expect((await ask(open.url, of('203.0.113.1'))).status).toBe(429);
  expect((await ask(open.url, of('203.0.113.2'))).status).toBe(503);
});

test('a key that is wrong is refused, not taken for a visitor', async () => {
  const headers = { authorization: 'Bearer sk_live_wrong' };
  expectError(await ask(open.url, headers), { status: 401, error: 'Invalid API key' });
});

test.each([
  ['GET', '/api/keys'],
  ['POST', '/api/keys'],
  ['GET', '/api/subscription'],
  ['POST', '/api/backfill-transaction'],
])('visitors cannot %s %s', async (method, path) => {
  const answer = await send(`${open.url}${path}`, {
    method,
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  expectError(answer, { status: 401, error: 'Invalid API key' });
  expect((await get(`${open.url}/healthz`)).status).toBe(200);
});

test('a plan that does not exist stops the start', async () => {
  await expect(api.startAnother({ explorerPlan: 'none' })).rejects.toThrow(ConfigError);
});
