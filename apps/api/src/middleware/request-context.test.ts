import { PassThrough } from 'node:stream';
import { createLogger } from '@tickscope/log';
import { expect, test } from 'vitest';
import { SIGNATURE, startApiWithoutDatabase } from '../testing/api-without-database.js';
import { UUID } from '../testing/expect-error.js';
import { get, postText } from '../testing/request.js';

test('every response has a request id of its own, never one that the caller chose', async () => {
  const api = await startApiWithoutDatabase();
  const answers = await Promise.all(
    ['/healthz', '/docs', '/nothing', '/version', '/api/transaction/abc', '/readyz'].map((path) =>
      fetch(api.url + path, { headers: { 'X-Request-Id': 'mine' } }),
    ),
  );
  await api.stop();
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a request is one line in the log, with the id of the response, and without secrets', async () => {
  const out = new PassThrough();
  const log = createLogger({ name: 'api', level: 'info', destination: out });
  const api = await startApiWithoutDatabase({ log });
  const response = await fetch(`${api.url}/api/transaction/abc?key=sk_live_hunter2`, {
    headers: { Authorization: 'Bearer sk_live_hunter2' },
  });
  await response.text();
  await api.stop();
  const text = String(out.read());
  expect(text).not.toContain('hunter2');
  const requests = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request');
  expect(requests).toEqual([
    expect.objectContaining({
      requestId: response.headers.get('x-request-id'),
      method: 'GET',
      path: '/api/transaction/abc',
      route: 'getTransaction',
      status: 400,
      latencyMs: expect.any(Number),
      address: '127.0.0.1',
    }),
  ]);
});

test('metrics count requests by route and status, and know no signature', async () => {
  const api = await startApiWithoutDatabase();
  await get(`${api.url}/api/transaction/${SIGNATURE}`);
  await get(`${api.url}/transaction/${SIGNATURE}`);
  await postText(`${api.url}/analyze-trade`, '{}');
  await get(`${api.url}/unknown/${SIGNATURE}`);
  const text = await (await fetch(`${api.metricsUrl}/metrics`)).text();
  await api.stop();
  const count = (labels: string) =>
    new RegExp(`^tickscope_http_requests_total{${labels}} (\\d+)$`, 'm').exec(text)?.[1];
  expect(count('route="getTransaction",status="503"')).toBe('2');
  expect(count('route="analyzeTrade",status="400"')).toBe('1');
  expect(count('route="unmatched",status="404"')).toBe('1');
  expect(text).toMatch(/^tickscope_http_requests_in_flight 0$/m);
  expect(text).toMatch(
    /^tickscope_clickhouse_queries_total{query="find-positions",outcome="unreachable"} 2$/m,
  );
  expect(text).not.toContain(SIGNATURE);
});

test('the address of a caller is taken from X-Forwarded-For only of trusted proxies', async () => {
  for (const [trustProxy, expected] of [
    [false, '127.0.0.1'],
    [1, '9.9.9.9'],
    [['10.0.0.0/8'], '127.0.0.1'],
  ] as const) {
    const out = new PassThrough();
    const log = createLogger({ name: 'api', level: 'info', destination: out });
    const api = await startApiWithoutDatabase(
      { log },
      { trustProxy: typeof trustProxy === 'object' ? [...trustProxy] : trustProxy },
    );
    await (await fetch(`${api.url}/x`, { headers: { 'X-Forwarded-For': '1.1.1.1, 9.9.9.9' } })).text();
    await api.stop();
    expect(String(out.read())).toContain(`"address":"${expected}"`);
  }
});
