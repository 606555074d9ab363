import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { createTestJobs } from '../testing/test-jobs.js';
import { ended as endedJob, until, untilActive, untilEnded } from '../testing/until.js';
import { startWorkerProcess, type WorkerProcess } from '../testing/worker-processes.js';
import type { JobsOptions } from './settings.js';

let database: TestAccounts;
let accounts: Accounts;
const processes: WorkerProcess[] = [];
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(() => database.empty());
afterEach(async () => {
  for (const { child, stop } of processes.splice(0)) {
    child.kill('SIGCONT');
    await stop();
  }
});

async function startProcess(jobs: JobsOptions, concurrency = 4): Promise<WorkerProcess> {
  const process = await startWorkerProcess(database.appUrl, jobs, { concurrency });
  processes.push(process);
  return process;
}

const runsOf = (jobId: string) =>
  database.asOwner<{ pid: number; ended: boolean }>(
    'SELECT pid, ended_at IS NOT NULL AS ended FROM tickscope.test_runs WHERE job_id = $1 ORDER BY started_at',
    [jobId],
  );

test('two hundred jobs over two processes: each runs once, both work, both return their state', async () => {
  const options: JobsOptions = {
    runningInAll: 8,
    limits: { runningPerAccount: 4, queuedPerAccount: 100 },
  };
  const workers = await Promise.all([startProcess(options), startProcess(options)]);
  const [one, other] = [createTestJobs(accounts, options), createTestJobs(database.open(), options)];
  const submit = async (n: number) => {
    const account = `account-${n % 10}`;
    const { jobId } = await (n % 2 === 0 ? one : other).submit({ account, kind: 'note', request: { n } });
    return { account, jobId, n };
  };
  const submitted: Awaited<ReturnType<typeof submit>>[] = [];
  // Twenty at once: a slow machine does not accept 200 connections within the deadline.
  for (let first = 0; first < 200; first += 20)
    submitted.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => submit(first + at)))));
  for (const { account, jobId, n } of submitted)
    expect(await untilEnded(n % 2 === 0 ? other : one, account, jobId)).toMatchObject({
      state: 'completed',
      data: { noted: { n } },
    });
  const runs = await database.asOwner<{ job_id: string; pid: number }>(
    'SELECT job_id, pid FROM tickscope.test_runs',
  );
  expect(runs.length).toBe(200);
  expect(new Set(runs.map(({ job_id }) => job_id)).size).toBe(200);
  expect(new Set(runs.map(({ pid }) => pid))).toEqual(new Set(workers.map(({ pid }) => pid)));
  expect(await database.asOwner('SELECT id FROM tickscope.jobs WHERE is_admitted')).toEqual([]);
});

test('the job of a worker that is killed is run again by another', async () => {
  const options: JobsOptions = { leaseMs: 2_000 };
  const jobs = createTestJobs(accounts, options);
  const doomed = await startProcess(options);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'slow', request: { ms: 1_500 } });
  await until(async () => (await runsOf(jobId)).length === 1);
  const exited = once(doomed.child, 'exit');
  doomed.child.kill('SIGKILL');
  await exited;
  expect(await jobs.status('a', jobId)).toMatchObject({ state: 'active' });

  const next = await startProcess(options);
  expect(await untilEnded(jobs, 'a', jobId)).toMatchObject({ state: 'completed', data: { pid: next.pid } });
  expect(await runsOf(jobId)).toEqual([
    { pid: doomed.pid, ended: false },
    { pid: next.pid, ended: true },
  ]);
});

test('a worker that slept through its lease may not write its result', async () => {
  const options: JobsOptions = { leaseMs: 2_000 };
  const jobs = createTestJobs(accounts, options);
  const sleeper = await startProcess(options);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'slow', request: { ms: 400 } });
  await until(async () => (await runsOf(jobId)).length === 1);
  // Like a suspended machine, or a process that is swapped out.
  sleeper.child.kill('SIGSTOP');
  const other = await startProcess(options);
  const ended = await untilEnded(jobs, 'a', jobId);
  expect(ended).toMatchObject({ state: 'completed', data: { pid: other.pid } });

  sleeper.child.kill('SIGCONT');
  await until(async () => (await runsOf(jobId)).every((run) => run.ended));
  await sleeper.stop();
  expect(endedJob((await jobs.status('a', jobId))!)).toEqual(ended);
  expect(sleeper.lines.join('\n')).not.toContain('error');
});

test('a job that crashes every worker is given up', async () => {
  const options: JobsOptions = { leaseMs: 1_000, maxLosses: 2 };
  const jobs = createTestJobs(accounts, options);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'slow', request: { ms: 60_000 } });
  for (const round of [1, 2]) {
    const worker = await startProcess(options);
    await until(async () => (await runsOf(jobId)).length === round);
    const exited = once(worker.child, 'exit');
    worker.child.kill('SIGKILL');
    await exited;
  }
  await startProcess(options);
  expect(await untilEnded(jobs, 'a', jobId)).toMatchObject({
    state: 'failed',
    error: { code: 'interrupted', message: 'The job was interrupted 2 times.' },
  });
  expect((await runsOf(jobId)).length).toBe(2);
});

test('a worker that is stopped releases its job at once, not after its lease', async () => {
  // A lease that is longer than the test.
  const options: JobsOptions = { leaseMs: 3_600_000 };
  const jobs = createTestJobs(accounts, options);
  const first = await startProcess(options);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'slow', request: { ms: 8_000 } });
  await untilActive(jobs, 'a', jobId);
  // Within the job's time, also on a slow machine.
  const second = await startProcess(options);
  await first.stop();
  expect(first.lines.at(-1)).toBe('stopped');
  expect(await untilEnded(jobs, 'a', jobId)).toMatchObject({ state: 'completed', data: { pid: second.pid } });
});
