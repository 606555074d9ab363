import { ConfigError } from '@tickscope/config';
import { loadOpenApi, operationsById, type VisitorAccess } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { ACCOUNT, SIGNATURE } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { OPERATION_REQUESTS } from '../testing/operation-requests.js';
import { rawRequest } from '../testing/raw-request.js';
import { get, send } from '../testing/request.js';
import { unknownKey } from '../testing/unknown-key.js';

let api: GuardedApi;
/** Behind a proxy. */
let open: RunningApi;
/** As `tickscope up` starts it. */
let own: RunningApi;
beforeAll(async () => {
  api = await startGuardedApi();
  open = await api.startAnother({ explorerPlan: 'default', trustProxy: 1 });
  own = await api.startAnother({ explorerPlan: 'explorer' });
});
afterAll(async () => {
  await open?.stop();
  await own?.stop();
  await api?.stop();
});

const question = JSON.stringify({ signature: SIGNATURE, account_id: ACCOUNT });
const ask = (url: string, headers: Record<string, string> = {}) =>
  send(`${url}/api/analyze-trade`, {
    method: 'POST',
    body: question,
    headers,
  });

describe('without EXPLORER_PLAN', () => {
  test('a missing key is 401', async () => {
    expectError(await ask(api.url), { status: 401, error: 'Invalid API key' });
  });
});

describe('with EXPLORER_PLAN', () => {
  test('a missing key is a visitor, limited by the address', async () => {
    const of = (address: string) => ({ 'x-forwarded-for': address });
    // There is no ClickHouse: 503 is the answer to a request that was admitted.
    for (let at = 0; at < 6; at += 1) expect((await ask(open.url, of('203.0.113.1'))).status).toBe(503);
    expect((await ask(open.url, of('203.0.113.1'))).status).toBe(429);
    expect((await ask(open.url, of('203.0.113.2'))).status).toBe(503);
  });

  test.each(['Bearer sk_live_wrong', `Bearer ${unknownKey('visitor')}`, 'Basic eDp5', 'sk_live_wrong'])(
    'a wrong key (%s) is 401, not a visitor',
    async (authorization) => {
      for (const { url } of [open, own])
        expectError(await ask(url, { authorization }), { status: 401, error: 'Invalid API key' });
    },
  );

  test('the plan that comes with the program counts 600 requests of an address a minute', async () => {
    const { headers } = await get(`${own.url}/api/status`);
    expect(Number(headers.get('x-ratelimit-limit'))).toBe(600);
  });
});

/** The operations that the document opens; a test of it lists them. */
const opened = (...where: VisitorAccess[]) =>
  [...operationsById(loadOpenApi())].flatMap(([id, { operation }]) => {
    const visits = operation['x-visitors'];
    return visits !== undefined && where.includes(visits) ? [id] : [];
  });

describe.each([
  ['behind a proxy', () => open, opened('anywhere')],
  ['of a machine of their own', () => own, opened('anywhere', 'own-machine')],
])('visitors %s', (_, of, allowed) => {
  test('may call what the document opens to them, and nothing else', async () => {
    const admitted: string[] = [];
    for (const { id, method, path, body } of OPERATION_REQUESTS) {
      const { status } = await send(`${of().url}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect([id, [401, 404, 503, 200].includes(status)]).toEqual([id, true]);
      if (status !== 401) admitted.push(id);
    }
    expect(admitted.sort()).toEqual([...allowed].sort());
  });
});

describe('on a machine of their own, visitors come under its own name', () => {
  const status = async (host: string): Promise<number> => {
    const request = `GET /api/status HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    return (await rawRequest(own.url, request)).status;
  };

  test.each(['localhost:8787', '127.0.0.1', '[::1]:8787'])('%s is one', async (host) => {
    expect(await status(host)).toBe(503);
  });

  test.each(['rebound.example', '127.0.0.1.rebound.example', 'public.example:8787'])(
    '%s is not: the page of a stranger, or a proxy in front of this machine',
    async (host) => {
      expect(await status(host)).toBe(401);
    },
  );
});

test('a plan that does not exist stops the start', async () => {
  await expect(api.startAnother({ explorerPlan: 'none' })).rejects.toThrow(ConfigError);
});
