import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { jobsClient } from '../testing/jobs-client.js';
import { type ProcessesUnderTest, startProcessesUnderTest } from '../testing/processes-under-test.js';

/** Counted every 15 s. */
const WAIT = { timeout: 40_000, interval: 500 };

let processes: ProcessesUnderTest;
beforeAll(async () => {
  processes = await startProcessesUnderTest();
});
afterAll(() => processes?.stop());

test('jobs that wait are in the metrics of each process, until a worker takes them', async () => {
  const api = await processes.start('api', {});
  const queued = (): Promise<number> => api.metric('tickscope_jobs_queued');
  expect(await queued()).toBe(0);
  const client = jobsClient(api.url);
  for (const wallet of ['one', 'two', 'three'])
    await client.submit('check-wallet', { wallet_address: address(wallet) });
  await vi.waitFor(async () => expect(await queued()).toBe(3), WAIT);
  await processes.start('worker', {});
  await vi.waitFor(async () => expect(await queued()).toBe(0), WAIT);
}, 120_000);
