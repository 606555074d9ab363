import { createJobs, JobError, openAccounts } from '@tickscope/accounts';
import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, SIGNATURE } from '../../testing/api-without-database.js';
import { type JobsUnderTest, startJobsUnderTest } from '../../testing/jobs-under-test.js';
import { get, post } from '../../testing/request.js';

const isStatus = compileValidators().response('getBackfillStatus', 200);
const NODE = { url: 'http://127.0.0.1:1', timeoutMs: 1_000, perSecond: 5, perDay: 100 };

let api: JobsUnderTest;
beforeAll(async () => {
  api = await startJobsUnderTest({ rpc: NODE });
});
afterAll(() => api?.stop());

async function submit(slotRange: number): Promise<string> {
  const body = { signature: SIGNATURE, account: ACCOUNT, slotRange };
  const answer = await post(`${api.url}/api/backfill-transaction`, body);
  return (answer.body as { data: { query_info: { request_id: string } } }).data.query_info.request_id;
}

async function status(id: string): Promise<Record<string, unknown>> {
  const answer = await get(`${api.url}/api/backfill-status/${id}`);
  expect(answer.status).toBe(200);
  expect(isStatus(answer.body)).toEqual([]);
  return answer.body as Record<string, unknown>;
}

test('a backfill waits until the ingester takes it (the API runs none), and then ends', async () => {
  const [first, second] = [await submit(1), await submit(2)];
  expect(await status(first)).toMatchObject({
    success: true,
    id: first,
    jobId: first,
    kind: 'backfill-transaction',
    state: 'queued',
    startedAt: null,
  });
  const accounts = openAccounts(api.databaseUrl);
  const states: unknown[] = [];
  const workers = createJobs(accounts).work({
    async 'backfill-transaction'(request) {
      expect(request).toMatchObject({ signature: SIGNATURE, account: ACCOUNT });
      // An account runs one job at a time: the second waits while the first runs.
      states.push((await status(first))['state'], (await status(second))['state']);
      throw new JobError('The reason.');
    },
  });
  for (const id of [first, second])
    await expect
      .poll(() => status(id), { timeout: 30_000 })
      .toMatchObject({ success: false, state: 'failed', error: 'The reason.', error_code: 'failed' });
  await workers.stop();
  await accounts.close();
  expect(states).toEqual(['active', 'queued', 'failed', 'active']);
});
