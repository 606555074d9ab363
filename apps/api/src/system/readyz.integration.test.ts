import { createLogger } from '@tickscope/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { address, signature } from '../testing/chain-rows.js';
import { get, post } from '../testing/request.js';

let api: ApiUnderTest;
const others: RunningApi[] = [];
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(async () => {
  for (const other of others) await other.stop();
  await api?.stop();
});

async function apiWith(clickhouse: Partial<ApiUnderTest['config']['clickhouse']>): Promise<string> {
  const config = { ...api.config, clickhouse: { ...api.config.clickhouse, ...clickhouse } };
  const other = await startApi(config, { log: createLogger({ name: 'test', level: 'silent' }) });
  others.push(other);
  return other.url;
}

const question = { signature: signature('x').base58, account_id: address('x').base58 };

test('ready when ClickHouse answers and has the tables of this build', async () => {
  expect(await get(`${api.url}/readyz`)).toMatchObject({ status: 200, body: { status: 'ready' } });
});

test('not ready without the tables; operations say 503', async () => {
  const url = await apiWith({ database: 'elsewhere' });
  const answer = await get(`${url}/readyz`);
  expect(answer.status).toBe(503);
  expect((answer.body as { reason: string }).reason).toMatch(/^(migrations_pending|clickhouse_refused)$/);
  expect(await post(`${url}/api/analyze-trade`, question)).toMatchObject({
    status: 503,
    body: { error: 'Service unavailable' },
  });
});

test('not ready with a wrong password; operations say 503', async () => {
  const url = await apiWith({ password: 'wrong' });
  expect(await get(`${url}/readyz`)).toMatchObject({ status: 503, body: { reason: 'clickhouse_refused' } });
  const answer = await post(`${url}/api/analyze-trade`, question);
  expect(answer).toMatchObject({ status: 503, body: { error: 'Service unavailable' } });
  expect(JSON.stringify(answer.body)).not.toMatch(/password|reader|Authentication/i);
});

test('not ready while a migration of this build is missing, ready when it came', async () => {
  const migrations = (query: string) => api.owner.command({ query });
  await migrations('DELETE FROM migrations WHERE version = 2 SETTINGS lightweight_deletes_sync = 2');
  expect(await get(`${api.url}/readyz`)).toMatchObject({
    status: 503,
    body: { reason: 'migrations_pending' },
  });
  await migrations("INSERT INTO migrations (version, name) VALUES (2, 'lookups')");
  expect((await get(`${api.url}/readyz`)).status).toBe(200);
});

test('not ready when ClickHouse has gone; the process stays well', async () => {
  await api.clickhouse.stop();
  expect(await get(`${api.url}/readyz`)).toMatchObject({
    status: 503,
    body: { reason: 'clickhouse_unreachable' },
  });
  expect(await post(`${api.url}/api/analyze-trade`, question)).toMatchObject({
    status: 503,
    body: { error: 'Service unavailable', retry_after_seconds: 5 },
  });
  expect((await get(`${api.url}/healthz`)).status).toBe(200);
});
