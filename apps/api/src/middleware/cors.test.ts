import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';

const PAGE = 'https://app.example';
const PREFLIGHT = {
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type',
};

let closed: RunningApi;
let open: RunningApi;
beforeAll(async () => {
  closed = await startApiWithoutDatabase();
  open = await startApiWithoutDatabase({}, { corsOrigins: [PAGE] });
});
afterAll(async () => {
  await closed.stop();
  await open.stop();
});

/** Low-level, because fetch does not send an Origin header. */
const ask = (api: RunningApi, origin: string, method = 'GET', more: Record<string, string> = {}) =>
  fetch(`${api.url}/api/transaction/abc`, { method, headers: { Origin: origin, ...more } });

const corsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('by default no page may read', () => {
  test.each([PAGE, 'null', 'http://localhost:3000'])('%s', async (origin) => {
    const answer = await ask(closed, origin);
    expect([answer.status, corsHeaders(answer)]).toEqual([400, []]);
    const preflight = await ask(closed, origin, 'OPTIONS', PREFLIGHT);
    expect([preflight.status, corsHeaders(preflight)]).toEqual([405, []]);
  });
});

test('an allowed origin may send a key and read limits, waits and errors', async () => {
  const preflight = await ask(open, PAGE, 'OPTIONS', PREFLIGHT);
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Content-Type/);
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  const answer = await ask(open, PAGE);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/X-RateLimit-Remaining.*Retry-After/);
  expect(answer.headers.get('vary')).toBe('Origin');
});

test.each([
  'https://evil.example',
  'https://app.example.evil.example',
  'http://app.example',
  'https://app.example:444',
  'null',
])('another page, %s, may not', async (origin) => {
  const answer = await ask(open, origin);
  expect([answer.headers.get('vary'), corsHeaders(answer)]).toEqual(['Origin', []]);
  const preflight = await ask(open, origin, 'OPTIONS', PREFLIGHT);
  expect([preflight.status, corsHeaders(preflight)]).toEqual([405, []]);
});
