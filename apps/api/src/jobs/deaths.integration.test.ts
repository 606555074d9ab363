import { setTimeout as sleep } from 'node:timers/promises';
import { toBase58 } from '@tickscope/chain';
import { redetect } from '@tickscope/pipeline';
import { expectedScan, reportedTrades, type Scan } from '@tickscope/queries/testing/wallet-scan';
import { BlockWriter } from '@tickscope/store';
import { makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import { address } from '@tickscope/testkit/traded-block';
import { IS_WHOLE } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiProcess } from '../testing/api-process.js';
import { expectError } from '../testing/expect-error.js';
import { type JobRecord, type JobsClient, jobsClient } from '../testing/jobs-client.js';
import { type ProcessesUnderTest, startProcessesUnderTest } from '../testing/processes-under-test.js';
import { type Answer, get, post } from '../testing/request.js';
import { watchJob } from '../testing/watch-job.js';

/** A lease of 28 s, plus time to run the job. */
const WITHIN_MS = 90_000;
/** Number of answered queries, of about twelve in a wallet's scan, before a process is killed. */
const ANSWERED = 4;
/** The longest outage that the product promises to tolerate is 20 seconds: of these looks, one a second. */
const LOOKS_WHILE_AWAY = IS_WHOLE ? 20 : 3;

const blocks = makeBusyChain();
const lastBlock = blocks.at(-1)!;
const aSignature = toBase58(lastBlock.transactions[0]!.signatures[0]!);

let processes: ProcessesUnderTest;
let api: ApiProcess;
let worker: ApiProcess;
let jobs: JobsClient;
beforeAll(async () => {
  processes = await startProcessesUnderTest();
  await new BlockWriter(processes.owner).write(blocks);
  await redetect(processes.owner, { fromSlot: blocks[0]!.slot, toSlot: NEWEST, headSlot: NEWEST });
  [api, worker] = await Promise.all([processes.start('api'), processes.start('worker', { relayed: true })]);
  jobs = jobsClient(api.url);
});
afterAll(() => processes?.stop());

const scanOf = (wallet: string, days: number, window: number) => ({
  wallet_address: address(wallet),
  time_range_days: days,
  slot_window: window,
});

/** Submits a scan, and resolves once the worker has started it and waits for ClickHouse. */
async function heldUp(request: object): Promise<string> {
  const isHeldUp = processes.relay.stallAfter(ANSWERED);
  const jobId = await jobs.submit('check-wallet', request);
  await isHeldUp;
  expect((await jobs.status(jobId)).body).toMatchObject({ state: 'active', finishedAt: null });
  return jobId;
}

function expectScan(record: JobRecord, wallet: string, days: number, window: number): void {
  expect(record).toMatchObject({ success: true, state: 'completed', progress: 100 });
  expect(reportedTrades(record.data as Scan)).toEqual(expectedScan(blocks, wallet, days, window));
}

/** The numbers of completed and of other jobs that the worker ended. */
async function endedJobs(): Promise<{ ok: number; others: number }> {
  const [all, ok] = await Promise.all([
    worker.metric('tickscope_job_duration_seconds_count'),
    worker.metric('tickscope_job_duration_seconds_count', 'outcome="ok"'),
  ]);
  return { ok, others: all - ok };
}

/** How often the worker failed to reach ClickHouse. */
const askedInVain = (): Promise<number> =>
  worker.metric('tickscope_clickhouse_queries_total', 'outcome="unreachable"');

/** Polls `/readyz` until it has this status: a result is reused for a second. */
async function readyOnce(status: number): Promise<Answer> {
  for (;;) {
    const answer = await get(`${api.url}/readyz`);
    if (answer.status === status) return answer;
    await sleep(100);
  }
}

// It takes a lease of 28 s. That another worker takes over, and only once the lease has lapsed, is tested with short
// leases, too: `processes.integration.test.ts` of the accounts.
test.runIf(IS_WHOLE)(
  'a job whose worker is killed midway is completed by the next worker, with the same result',
  async () => {
    const jobId = await heldUp(scanOf('alice', 4, 10));
    const watched = watchJob(jobs, jobId, WITHIN_MS);
    await worker.kill();
    processes.relay.cut();
    expect(await processes.runsOf(jobId)).toEqual({ run: 1, losses: 0 });

    worker = await processes.start('worker', { relayed: true });
    const { states, record } = await watched;
    // The time in the queue between two polls may be too short to be seen.
    expect(states.join(' ')).toMatch(/^active (queued active )?completed$/);
    expectScan(record, 'alice', 4, 10);
    expect(await processes.runsOf(jobId)).toEqual({ run: 2, losses: 1 });
    expect(await endedJobs()).toEqual({ ok: 1, others: 0 });
    expect(worker.errors).toEqual([]);
  },
);

test('Postgres away: 503 with a wait, then well again; the job that ran meanwhile ran once', async () => {
  const before = await endedJobs();
  const jobId = await heldUp(scanOf('alice', 1, 4));
  await processes.postgres.stop();
  // The job continues and ends while its result cannot be stored.
  processes.relay.release();

  const isAway = async () => {
    for (const answer of [
      await post(`${api.url}/api/mev/check-wallet`, scanOf('bob', 1, 4)),
      await post(`${api.url}/api/mev/check-sandwich`, { signatures: aSignature }),
      await jobs.status(jobId),
    ]) {
      expectError(answer, { status: 503, error: 'Service unavailable' });
      expect(answer.body).toMatchObject({
        details: expect.stringMatching(/^The database of jobs does not answer\./),
        retry_after_seconds: 5,
      });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    for (const path of [`transaction/${aSignature}`, 'mev/check-sandwich-fast', 'analyze-trade']) {
      const url = `${api.url}/api/${path}`;
      const body = path === 'analyze-trade' ? { account_id: address('pool 0') } : {};
      const answer = await (path.startsWith('transaction')
        ? get(url)
        : post(url, { signature: aSignature, ...body }));
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect((await get(`${api.url}/healthz`)).status).toBe(200);
  };
  await isAway();
  expect((await readyOnce(503)).body).toMatchObject({
    reason: 'postgres_unreachable',
    dependencies: { clickhouse: 'ok', postgres: 'unreachable' },
  });
  for (let looks = 0; looks < LOOKS_WHILE_AWAY; looks += 1) {
    await sleep(1_000);
    await isAway();
  }
  expect(await endedJobs()).toEqual({ ...before, ok: before.ok + 1 });
  await processes.postgres.start();

  const { states, record } = await watchJob(jobs, jobId, WITHIN_MS);
  await readyOnce(200);
  expect(states.join(' ')).toMatch(/^(active )?completed$/);
  expectScan(record, 'alice', 1, 4);
  expect(await processes.runsOf(jobId)).toEqual({ run: 1, losses: 0 });
  // Its duplicate is fresh, and refused submissions created no job.
  expect(await jobs.submit('check-wallet', scanOf('alice', 1, 4))).toBe(jobId);
  expectScan(await jobs.ended(await jobs.submit('check-wallet', scanOf('bob', 1, 4))), 'bob', 1, 4);
  expect(await endedJobs()).toEqual({ ...before, ok: before.ok + 2 });
  const [open] = await processes.accounts.query<{ jobs: string }>(
    'SELECT count(*) AS jobs FROM tickscope.jobs WHERE finished_at IS NULL',
  );
  expect(open).toEqual({ jobs: '0' });
  expect([...api.errors, ...worker.errors]).toEqual([]);
});

test('ClickHouse killed and started again during a job: the job waits for it, and runs once', async () => {
  const [before, inVain] = [await endedJobs(), await askedInVain()];
  const jobId = await heldUp(scanOf('mallory', 2, 1));
  await processes.clickhouse.kill();
  while ((await askedInVain()) < inVain + 2) await sleep(50);
  expect((await jobs.status(jobId)).body).toMatchObject({ state: 'active' });
  await processes.clickhouse.start();
  const { states, record } = await watchJob(jobs, jobId, WITHIN_MS);
  expect(states.join(' ')).toMatch(/^active completed$/);
  expectScan(record, 'mallory', 2, 1);
  expect(await processes.runsOf(jobId)).toEqual({ run: 1, losses: 0 });
  expect(await endedJobs()).toEqual({ ...before, ok: before.ok + 1 });
});

test('ClickHouse away for longer than JOB_OUTAGE_MS: the job fails with that reason, and a new request is a new job', async () => {
  await worker.stop();
  worker = await processes.start('worker', { relayed: true, env: { JOB_OUTAGE_MS: '2000' } });
  const failing = await heldUp(scanOf('mallory', 3, 1));
  await processes.clickhouse.kill();
  const { states, record } = await watchJob(jobs, failing, WITHIN_MS);
  expect(states).toEqual(['active', 'failed']);
  expect(record).toMatchObject({
    error: 'The database does not answer. Ask again later.',
    error_code: 'failed',
  });
  await processes.clickhouse.start();
  const again = await jobs.submit('check-wallet', scanOf('mallory', 3, 1));
  expect(again).not.toBe(failing);
  expectScan(await jobs.ended(again), 'mallory', 3, 1);
  expect((await jobs.status(failing)).body).toMatchObject({ state: 'failed' });
  expect(worker.errors).toEqual([]);
});
