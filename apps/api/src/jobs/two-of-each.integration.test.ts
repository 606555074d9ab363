import { createJobs } from '@tickscope/accounts';
import { toBase58 } from '@tickscope/chain';
import { BlockWriter } from '@tickscope/store';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiProcess } from '../testing/api-process.js';
import { expectError } from '../testing/expect-error.js';
import { type JobsClient, jobsClient } from '../testing/jobs-client.js';
import { type ProcessesUnderTest, startProcessesUnderTest } from '../testing/processes-under-test.js';

const WALLETS = 40;
const AT_ONCE = 8;
/** Room for all of them at once, so that the two workers compete for each job. */
const ROOM = {
  JOBS_AT_ONCE: '4',
  JOBS_AT_ONCE_IN_ALL: '8',
  JOBS_AT_ONCE_PER_ACCOUNT: '8',
  JOBS_WAITING_PER_ACCOUNT: '200',
};

/** In slot 700 + n only wallet n trades. */
const blocks = Array.from({ length: WALLETS }, (_, at) =>
  tradedBlock(700 + at, [
    { does: 'swap', trader: `wallet ${at}`, from: 'A', paid: 100n, got: 190n, pool: 'pool' },
  ]),
);
const requestOf = (at: number) => ({ wallet_address: address(`wallet ${at}`) });

let processes: ProcessesUnderTest;
let [apis, workers]: [ApiProcess[], ApiProcess[]] = [[], []];
let clients: [JobsClient, JobsClient];
beforeAll(async () => {
  processes = await startProcessesUnderTest();
  await new BlockWriter(processes.owner).write(blocks);
  const start = (role: 'api' | 'worker') => processes.start(role, { env: ROOM });
  [apis, workers] = await Promise.all([
    Promise.all([start('api'), start('api')]),
    Promise.all([start('worker'), start('worker')]),
  ]);
  clients = [jobsClient(apis[0]!.url), jobsClient(apis[1]!.url)];
});
afterAll(() => processes?.stop());

const jobsEnded = (process: ApiProcess): Promise<number> =>
  process.metric('tickscope_job_duration_seconds_count');

test('equal requests to both APIs at once create one job, which runs once and which both APIs report', async () => {
  const submitted: string[][] = [];
  // Submissions of an account are serialized: limited in number, so that none waits beyond its deadline.
  for (let from = 0; from < WALLETS; from += AT_ONCE)
    submitted.push(
      ...(await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) =>
          Promise.all(clients.map((client) => client.submit('check-wallet', requestOf(from + at)))),
        ),
      )),
    );
  for (const [one, second] of submitted) expect(second).toBe(one);
  const ids = submitted.map(([jobId]) => jobId!);
  expect(new Set(ids).size).toBe(WALLETS);

  for (const [at, jobId] of ids.entries()) {
    const records = await Promise.all(clients.map((client) => client.ended(jobId)));
    expect(records[0]).toMatchObject({
      state: 'completed',
      data: {
        trades: [{ slot: 700 + at, signature: toBase58(blocks[at]!.transactions[0]!.signatures[0]!) }],
      },
    });
    expect(records[1]).toEqual(records[0]);
    expect(await processes.runsOf(jobId)).toEqual({ run: 1, losses: 0 });
  }
  const counts = await Promise.all([...workers, ...apis].map(jobsEnded));
  expect(counts[0]! + counts[1]!).toBe(WALLETS);
  // Both workers run jobs, and the APIs run none.
  expect(Math.min(counts[0]!, counts[1]!)).toBeGreaterThan(0);
  expect(counts.slice(2)).toEqual([0, 0]);
  expect([...apis, ...workers].flatMap(({ errors }) => errors)).toEqual([]);
});

test("another account's job is a 404 at either API, in the words for a job that never was", async () => {
  const { jobId } = await createJobs(processes.accounts).submit({
    account: 'another account',
    kind: 'check-wallet',
    request: { ...requestOf(0), time_range_days: 1, slot_window: 4 },
  });
  const nobodys = jobId.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  for (const client of clients)
    for (const id of [jobId, nobodys])
      expectError(await client.status(id), {
        status: 404,
        error: 'Job not found',
        details: `There is no job ${id}, or none any more: results are kept for 24 hours.`,
      });
  // The same request is not answered with it.
  expect(await clients[0].submit('check-wallet', requestOf(0))).not.toBe(jobId);
});
