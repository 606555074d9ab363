import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { get } from '../testing/request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

test('the process is well without a database', async () => {
  expect(await get(`${api.url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('it is not ready without a database, with the reason and Retry-After', async () => {
  const answer = await get(`${api.url}/readyz`);
  expectError(answer, {
    status: 503,
    error: 'Service unavailable',
    details: expect.stringMatching(/^ClickHouse does not answer\. The request's id is /),
  });
  expect(answer.body).toMatchObject({ reason: 'clickhouse_unreachable', retry_after_seconds: 5 });
  expect(answer.headers.get('retry-after')).toBe('5');
});

test('the version names the program and the interface', async () => {
  expect((await get(`${api.url}/version`)).body).toEqual({
    name: 'tickscope',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    api_version: '1.0.0',
  });
});
