import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { column, defineQuery, param } from '@tickscope/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../operation.js';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { get } from '../testing/request.js';

const THREADS = defineQuery({
  name: 'threads',
  sql: "SELECT toString(getSetting('max_threads')), sleep({seconds:Float64})",
  params: { seconds: param.float },
  row: { threads: column.text, slept: column.integer },
});
const SHORT = '5'.repeat(88);
const LONG = '4'.repeat(88);

let running = 0;
/** Answers with the threads that its own query may take; for one of the two signatures it takes long. */
const echo: Operation = {
  id: 'getTransaction',
  async answer({ database, context, pathParameters }) {
    const rows = database.rows(THREADS, { seconds: pathParameters['signature'] === LONG ? 2 : 0 }, context);
    running += 1;
    const [row] = await rows;
    running -= 1;
    return { threads: row?.threads };
  },
};

const PRIORITY = defineQuery({
  name: 'priority',
  sql: "SELECT toString(getSetting('os_threads_nice_value_query'))",
  params: {},
  row: { nice: column.text },
});
const priorities: Operation = {
  id: 'getSubscription',
  async answer({ database, rangeDatabase, context }) {
    const [[short], [ranges]] = await Promise.all([
      database.rows(PRIORITY, {}, context),
      rangeDatabase.rows(PRIORITY, {}, context),
    ]);
    return { short: short?.nice, ranges: ranges?.nice };
  },
};

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest({}, { operations: [echo, priorities] });
});
afterAll(() => api?.stop());

const threadsOf = async (signature: string): Promise<unknown> =>
  ((await get(`${api.url}/api/transaction/${signature}`)).body as { threads: unknown }).threads;

test('queries over hours have a lower priority than others', async () => {
  const answered = await get(`${api.url}/api/subscription`);
  expect(answered.body).toEqual({ short: '0', ranges: '10' });
});

test('a query alone takes all cores, one beside another a single thread', async () => {
  const all = String(availableParallelism());
  const measured = async (): Promise<unknown[]> => {
    const alone = await threadsOf(SHORT);
    const long = threadsOf(LONG);
    while (running === 0) await sleep(5);
    return [alone, await threadsOf(SHORT), await long];
  };
  // Again where the API asked something of its own in between.
  await expect.poll(measured, { timeout: 30_000 }).toEqual([all, '1', all]);
}, 60_000);
