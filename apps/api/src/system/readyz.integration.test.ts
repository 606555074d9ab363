import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '@tickscope/accounts';
import { address, signature } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../server.js';
import type { ApiUnderTest } from '../testing/api-under-test.js';
import { type JobsUnderTest, startJobsUnderTest } from '../testing/jobs-under-test.js';
import { quiet } from '../testing/quiet.js';
import { type Answer, get, post } from '../testing/request.js';

let api: JobsUnderTest;
const others: RunningApi[] = [];
beforeAll(async () => {
  api = await startJobsUnderTest();
});
afterAll(async () => {
  for (const other of others) await other.stop();
  await api?.stop();
});

async function apiWith(config: Partial<ApiUnderTest['config']>): Promise<string> {
  const other = await startApi({ ...api.config, ...config }, quiet);
  others.push(other);
  return other.url;
}

const withClickHouse = (clickhouse: Partial<ApiUnderTest['config']['clickhouse']>): Promise<string> =>
  apiWith({ clickhouse: { ...api.config.clickhouse, ...clickhouse } });

/** Polls until this status is returned: a result is reused for a second. The test's own timeout is the limit. */
async function untilStatus(url: string, status: number): Promise<Answer> {
  for (;;) {
    const answer = await get(`${url}/readyz`);
    if (answer.status === status) return answer;
    await sleep(100);
  }
}

const question = { signature: signature('x').base58, account_id: address('x').base58 };

test('ready when both databases answer and have the tables of this build', async () => {
  expect(await get(`${api.url}/readyz`)).toMatchObject({
    status: 200,
    body: { status: 'ready', dependencies: { clickhouse: 'ok', postgres: 'ok' } },
  });
});

test('without a configured Postgres, none is needed', async () => {
  const url = await apiWith({ databaseUrl: null });
  expect(await get(`${url}/readyz`)).toMatchObject({
    status: 200,
    body: { status: 'ready', dependencies: { clickhouse: 'ok', postgres: 'not_configured' } },
  });
});

test('not ready without the tables of ClickHouse; operations answer 503', async () => {
  const url = await withClickHouse({ database: 'elsewhere' });
  const answer = await get(`${url}/readyz`);
  expect(answer.status).toBe(503);
  expect((answer.body as { reason: string }).reason).toMatch(/^clickhouse_(not_migrated|refused)$/);
  expect(await post(`${url}/api/analyze-trade`, question)).toMatchObject({
    status: 503,
    body: { error: 'Service unavailable' },
  });
});

test('not ready with a wrong password of ClickHouse; operations answer 503', async () => {
  const url = await withClickHouse({ password: 'wrong' });
  expect(await get(`${url}/readyz`)).toMatchObject({
    status: 503,
    body: { reason: 'clickhouse_refused', dependencies: { clickhouse: 'refused', postgres: 'ok' } },
  });
  const answer = await post(`${url}/api/analyze-trade`, question);
  expect(answer).toMatchObject({ status: 503, body: { error: 'Service unavailable' } });
  expect(JSON.stringify(answer.body)).not.toMatch(/password|reader|Authentication/i);
});

test('not ready with a wrong password of Postgres', async () => {
  const wrong = new URL(api.databaseUrl);
  wrong.password = 'hunter2';
  const answer = await get(`${await apiWith({ databaseUrl: wrong.href })}/readyz`);
  expect(answer).toMatchObject({
    status: 503,
    body: { reason: 'postgres_refused', dependencies: { clickhouse: 'ok', postgres: 'refused' } },
  });
  expect(JSON.stringify(answer.body)).not.toContain('hunter2');
});

test('not ready while a migration of ClickHouse is missing, ready when it came', async () => {
  await api.owner.command({ query: 'RENAME TABLE schema_versions TO put_aside' });
  expect(await untilStatus(api.url, 503)).toMatchObject({ body: { reason: 'clickhouse_not_migrated' } });
  await api.owner.command({ query: 'RENAME TABLE put_aside TO schema_versions' });
  await untilStatus(api.url, 200);
});

test('not ready while a migration of Postgres is missing, ready when it came', async () => {
  const owner = openAccounts(api.postgres.ownerUrl);
  const [removed] = await owner.query<{ name: string; checksum: string }>(
    'DELETE FROM tickscope.migrations WHERE version = 2 RETURNING name, checksum',
  );
  expect(await untilStatus(api.url, 503)).toMatchObject({ body: { reason: 'postgres_not_migrated' } });
  await owner.query('INSERT INTO tickscope.migrations (version, name, checksum) VALUES (2, $1, $2)', [
    removed?.name,
    removed?.checksum,
  ]);
  await untilStatus(api.url, 200);
  await owner.close();
});

test('does not wait for a database that accepts connections but does not answer', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const url = await apiWith({
    databaseUrl: `postgres://app:x@127.0.0.1:${port}/tickscope`,
    clickhouse: { ...api.config.clickhouse, url: `http://127.0.0.1:${port}` },
  });
  const answer = await get(`${url}/readyz`);
  expect(answer).toMatchObject({
    status: 503,
    body: { reason: 'clickhouse_timeout', dependencies: { clickhouse: 'timeout', postgres: 'timeout' } },
  });
  expect((answer.body as { details: string }).details).toMatch(
    /^ClickHouse did not answer in time\. Postgres did not answer in time\. /,
  );
  silent.close();
});

test('not ready while Postgres is away, although operations that do not need it work; ready when it is back', async () => {
  await api.postgres.stop();
  const answer = await untilStatus(api.url, 503);
  expect(answer).toMatchObject({
    body: {
      error: 'Service unavailable',
      reason: 'postgres_unreachable',
      dependencies: { clickhouse: 'ok', postgres: 'unreachable' },
      retry_after_seconds: 5,
    },
  });
  expect((answer.body as { details: string }).details).toMatch(/^Postgres does not answer\./);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect((await post(`${api.url}/api/analyze-trade`, question)).status).toBe(404);
  await api.postgres.start();
  await untilStatus(api.url, 200);
});

test('not ready when ClickHouse has gone; the process stays well', async () => {
  await api.clickhouse.stop();
  expect(await untilStatus(api.url, 503)).toMatchObject({ body: { reason: 'clickhouse_unreachable' } });
  expect(await post(`${api.url}/api/analyze-trade`, question)).toMatchObject({
    status: 503,
    body: { error: 'Service unavailable', retry_after_seconds: 5 },
  });
  expect((await get(`${api.url}/healthz`)).status).toBe(200);
});
