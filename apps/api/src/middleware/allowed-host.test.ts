import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { rawRequest } from '../testing/raw-request.js';

const REFUSED = {
  status: 421,
  error: 'Misdirected request',
  details: expect.stringContaining('ALLOWED_HOSTS'),
};

let open: RunningApi;
let named: RunningApi;
beforeAll(async () => {
  open = await startApiWithoutDatabase();
  named = await startApiWithoutDatabase({}, { allowedHosts: ['scope.example'] });
});
afterAll(() => Promise.all([open.stop(), named.stop()]));

const get = (api: RunningApi, host: string, path = '/healthz') =>
  rawRequest(api.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

describe('with AUTH=off', () => {
  test.each([
    'localhost',
    'LOCALHOST:8787',
    'localhost.',
    '127.0.0.1',
    '127.0.0.1:8787',
    '127.8.9.10:1',
    '[::1]',
    '[::1]:8787',
  ])('this machine may be called %s', async (host) => {
    expect((await get(open, host)).status).toBe(200);
  });

  test.each([
    'rebound.example',
    'rebound.example:8787',
    '127.0.0.1.rebound.example',
    'localhost.rebound.example',
    'rebound.example.localhost',
    '127.0.0.1:8787@rebound.example',
    '0.0.0.0:8787',
    '192.168.0.7',
    '[::]:8787',
    '[::ffff:127.0.0.1]',
    '127.1',
    '2130706433',
    '',
  ])('but not "%s"', async (host) => {
    expectError(await get(open, host), REFUSED);
  });

  test('on every path: operations, their errors, pages and metrics', async () => {
    const body = JSON.stringify({ signature: SIGNATURE, account_id: ACCOUNT });
    const post =
      'POST /api/analyze-trade HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expectError(await rawRequest(open.url, post), REFUSED);
    for (const path of ['/docs', '/version', '/openapi.json', '/nothing', '/api/mev/stream'])
      expectError(await get(open, 'rebound.example', path), REFUSED);
  });
});

test('names that the operator allows are answered to, and no others', async () => {
  expect((await get(named, 'scope.example')).status).toBe(200);
  expect((await get(named, 'Scope.Example:443')).status).toBe(200);
  expect((await get(named, '127.0.0.1')).status).toBe(200);
  expectError(await get(named, 'a.scope.example'), REFUSED);
});
