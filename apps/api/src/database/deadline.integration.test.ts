import { setTimeout as delay } from 'node:timers/promises';
import { defineQuery } from '@tickscope/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../operation.js';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { SIGNATURE } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { get } from '../testing/request.js';

/** Takes 20 s unless it is cancelled. */
const SLOW = "SELECT sum(sleepEachRow(0.1)), 'slow on purpose' FROM numbers(200) SETTINGS max_block_size = 1";
const WRONG = "SELECT no_such_function(1), 'wrong on purpose'";

let api: ApiUnderTest;
let sql: string;
const operation: Operation = {
  id: 'getTransaction',
  async answer({ database, context }) {
    const query = defineQuery({ name: 'test', sql, params: {}, rows: (rows) => [...rows] });
    return { rows: await database.rows(query, {}, context) };
  },
};

beforeAll(async () => {
  api = await startApiUnderTest({ queryTimeoutMs: 1_000 }, { operations: [operation] });
});
afterAll(() => api?.stop());

const url = () => `${api.url}/api/transaction/${SIGNATURE}`;

async function running(): Promise<number> {
  const result = await api.owner.query({
    query: "SELECT count() FROM system.processes WHERE query LIKE '%slow on purpose%' AND user = 'reader'",
    format: 'JSONCompact',
  });
  const { data } = await result.json<[string]>();
  return Number((data[0] as unknown as [string])[0]);
}

/** Waits until a condition holds; the test's own timeout is the limit. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}

test('a query past its deadline is a 503, and does not run on', async () => {
  sql = SLOW;
  const answer = await get(url());
  expectError(answer, {
    status: 503,
    error: 'Service unavailable',
    details: expect.stringMatching(/^The database did not answer in time\./),
  });
  expect(answer.headers.get('retry-after')).toBe('2');
  await until(async () => (await running()) === 0);
});

test('a caller who leaves takes the query along', async () => {
  sql = SLOW.replace('sleepEachRow', 'sleepEachRow');
  const leave = new AbortController();
  const answer = fetch(url(), { signal: leave.signal }).catch((error: Error) => error.name);
  await until(async () => (await running()) === 1);
  leave.abort();
  expect(await answer).toBe('AbortError');
  await until(async () => (await running()) === 0);
  const metrics = await (await fetch(`${api.api.metricsUrl}/metrics`)).text();
  expect(metrics).toContain('tickscope_clickhouse_queries_total{query="test",outcome="cancelled"} 1');
});

test('a query that is wrong is a 500 without its text', async () => {
  sql = WRONG;
  const answer = await get(url());
  expectError(answer, { status: 500, error: 'Internal server error' });
  expect(JSON.stringify(answer.body)).not.toMatch(/SELECT|no_such_function|purpose/);
});

test('a query cannot write', async () => {
  sql = "INSERT INTO gaps (from_slot, to_slot, cause, state) SELECT 1, 1, 'missing', 'open'";
  expect((await get(url())).status).toBeGreaterThanOrEqual(500);
  const result = await api.owner.query({ query: 'SELECT count() FROM gaps', format: 'JSONCompact' });
  expect((await result.json()).data).toEqual([['0']]);
});
