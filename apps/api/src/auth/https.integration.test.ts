import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { send } from '../testing/request.js';

const REFUSED = { status: 403, error: 'HTTPS required', details: expect.stringContaining('HTTPS') };

let api: GuardedApi;
let direct: string;
let behind: string;
beforeAll(async () => {
  api = await startGuardedApi();
  direct = (await api.startAnother({ requireHttps: true })).url;
  behind = (await api.startAnother({ requireHttps: true, trustProxy: ['loopback'] })).url;
});
afterAll(() => api?.stop());

const ask = (url: string, token: string, headers: Record<string, string> = {}) =>
  send(`${url}/api/subscription`, { token, headers });

test('keys over plain HTTP are refused, good or not, where HTTPS is required', async () => {
  expectError(await ask(direct, await api.freshKey()), REFUSED);
  expectError(await ask(direct, 'nonsense'), REFUSED);
  expect((await send(`${direct}/healthz`)).status).toBe(200);
});

test('ignores a claim of HTTPS by a caller, and accepts it from a trusted proxy', async () => {
  const key = await api.freshKey();
  const https = { 'X-Forwarded-Proto': 'https' };
  expectError(await ask(direct, key, https), REFUSED);
  expect((await ask(behind, key, https)).status).toBe(200);
  expectError(await ask(behind, key, { 'X-Forwarded-Proto': 'http' }), REFUSED);
  expectError(await ask(behind, key), REFUSED);
});
