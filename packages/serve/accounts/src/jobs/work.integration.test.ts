import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { createTestJobs } from '../testing/test-jobs.js';
import { until, untilActive, untilEnded } from '../testing/until.js';
import type { Jobs } from './jobs.js';
import type { JobAbortedError } from './run-job.js';
import { JobError, type JobHandler } from './types.js';
import type { Workers, WorkOptions } from './workers.js';

let database: TestAccounts;
let accounts: Accounts;
const started: Workers[] = [];
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(() => database.empty());
afterEach(async () => {
  for (const workers of started.splice(0)) await workers.stop();
});

function work(jobs: Jobs, handlers: Record<string, JobHandler>, options?: WorkOptions): Workers {
  const workers = jobs.work(handlers, options);
  started.push(workers);
  return workers;
}

const submit = (jobs: Jobs, request: unknown = {}, kind = 'echo', account = 'a') =>
  jobs.submit({ account, kind, request }).then(({ jobId }) => jobId);

const nothingIsStartable = async () =>
  expect(await database.asOwner('SELECT id FROM tickscope.jobs WHERE is_admitted')).toEqual([]);

test('a job goes from queued over active to completed, with progress and its result', async () => {
  const jobs = createTestJobs(accounts, { leaseMs: 1_600 });
  let finish = () => {};
  const finishing = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const jobId = await submit(jobs, { wallet: 'w', days: 4 });
  expect(await jobs.status('a', jobId)).toEqual({
    id: jobId,
    kind: 'echo',
    state: 'queued',
    progress: 0,
    createdAt: expect.any(Date),
    startedAt: null,
    finishedAt: null,
  });
  expect(await jobs.counts()).toEqual({ queued: 1, active: 0 });
  work(jobs, {
    echo: async (request, context) => {
      context.progress(37.9);
      await finishing;
      return { request, account: context.account, jobId: context.jobId };
    },
  });
  const active = await until(async () => {
    const status = await jobs.status('a', jobId);
    return status?.progress === 37 ? status : null;
  });
  expect(active).toMatchObject({ state: 'active', startedAt: expect.any(Date), finishedAt: null });
  expect(await jobs.counts()).toEqual({ queued: 0, active: 1 });
  finish();
  expect(await untilEnded(jobs, 'a', jobId)).toEqual({
    id: jobId,
    kind: 'echo',
    state: 'completed',
    progress: 100,
    createdAt: active.createdAt,
    startedAt: active.startedAt,
    finishedAt: expect.any(Date),
    data: { request: { days: 4, wallet: 'w' }, account: 'a', jobId },
  });
  await nothingIsStartable();
});

test('a failure for the account keeps its words; any other is "internal error" with an id that the log has', async () => {
  const logged: { fields: object; message: string }[] = [];
  const log = {
    info() {},
    warn() {},
    error: (fields: object, message: string) => void logged.push({ fields, message }),
  };
  const jobs = createTestJobs(accounts, { log });
  work(jobs, {
    echo: async () => {
      throw new JobError('The wallet has no trades.\0');
    },
    other: async () => {
      throw new Error('SELECT secret FROM somewhere');
    },
  });
  const [shown, hidden] = [await submit(jobs), await submit(jobs, {}, 'other')];
  expect(await untilEnded(jobs, 'a', shown)).toMatchObject({
    state: 'failed',
    error: { code: 'failed', message: 'The wallet has no trades.' },
  });
  const { error } = await untilEnded(jobs, 'a', hidden);
  expect(error).toMatchObject({ code: 'internal', message: expect.not.stringContaining('secret') });
  const errorId = /Internal error \(([0-9a-f-]{36})\)/.exec(error?.message ?? '')?.[1];
  expect(logged).toEqual([
    {
      fields: expect.objectContaining({ errorId, jobId: hidden, kind: 'other' }),
      message: expect.any(String),
    },
  ]);
  await nothingIsStartable();
});

test('results come back as they were, U+0000 and megabytes included; above the bound the job fails', async () => {
  const jobs = createTestJobs(accounts);
  work(jobs, { echo: async (request) => ('x' in (request as object) ? 'x'.repeat(20_000_000) : request) });
  const odd = { text: 'a\0\u2028"\\', big: 'é'.repeat(1_000), list: [null, 1e-7, -0.5] };
  const [kept, tooLarge] = [await submit(jobs, odd), await submit(jobs, { x: 1 })];
  expect((await untilEnded(jobs, 'a', kept)).data).toEqual(odd);
  expect((await untilEnded(jobs, 'a', tooLarge)).error).toEqual({
    code: 'failed',
    message: 'The result is larger than 20 MB: ask for less.',
  });
  const large = await submit(jobs, { large: 'y'.repeat(900_000) });
  expect(((await untilEnded(jobs, 'a', large)).data as { large: string }).large.length).toBe(900_000);
});

test('a result that JSON cannot hold is an internal error; undefined becomes null', async () => {
  const jobs = createTestJobs(accounts);
  work(jobs, { echo: async () => ({ amount: 1n }), other: async () => undefined });
  const [bad, nothing] = [await submit(jobs), await submit(jobs, {}, 'other')];
  expect((await untilEnded(jobs, 'a', bad)).error?.code).toBe('internal');
  expect(await untilEnded(jobs, 'a', nothing)).toMatchObject({ state: 'completed', data: null });
});

test('at its deadline a job is aborted and fails as timed out, even if its handler ignores the signal', async () => {
  const jobs = createTestJobs(accounts, { deadlineMs: 300, handlerGraceMs: 200 });
  const causes: unknown[] = [];
  work(jobs, {
    echo: (_, { signal }) => sleep(60_000, undefined, { signal }).catch(() => causes.push(signal.reason)),
    other: (_, { signal }) => {
      signal.addEventListener('abort', () => causes.push(signal.reason));
      return new Promise(() => {});
    },
  });
  const [obedient, deaf] = [await submit(jobs), await submit(jobs, {}, 'other')];
  for (const id of [obedient, deaf])
    expect(await untilEnded(jobs, 'a', id)).toMatchObject({
      state: 'failed',
      error: { code: 'timed_out', message: 'The job took longer than 1 s.' },
    });
  expect(causes.map((reason) => (reason as JobAbortedError).code)).toEqual(['timed_out', 'timed_out']);
  // The abandoned run no longer counts, so the next job can start.
  expect(await jobs.counts()).toEqual({ queued: 0, active: 0 });
});

test('limits hold: two of an account, three in all, and accounts do not wait for each other', async () => {
  const jobs = createTestJobs(accounts, { runningInAll: 3, limits: { runningPerAccount: 2 } });
  const running = new Map<string, number>();
  const seen = { account: 0, all: 0 };
  let isFull = () => {};
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  const handler: JobHandler = async (_, { account }) => {
    running.set(account, (running.get(account) ?? 0) + 1);
    seen.account = Math.max(seen.account, ...running.values());
    seen.all = Math.max(
      seen.all,
      [...running.values()].reduce((sum, count) => sum + count, 0),
    );
    if (seen.account === 2 && seen.all === 3) isFull();
    await full;
    // Leaves others time to begin.
    await sleep(50);
    running.set(account, (running.get(account) ?? 0) - 1);
  };
  // Two workers, each with room for all jobs.
  work(jobs, { echo: handler }, { concurrency: 8 });
  work(
    createTestJobs(database.open(), { runningInAll: 3, limits: { runningPerAccount: 2 } }),
    { echo: handler },
    {
      concurrency: 8,
    },
  );
  const all: [string, string][] = [];
  for (const account of ['a', 'b', 'c'])
    for (let n = 0; n < 10; n += 1) all.push([account, await submit(jobs, { n }, 'echo', account)]);
  for (const [account, id] of all)
    expect(await untilEnded(jobs, account, id)).toMatchObject({ state: 'completed' });
  expect(seen).toEqual({ account: 2, all: 3 });
  await nothingIsStartable();
});

test('an account with many waiting jobs does not hold up the next account', async () => {
  const jobs = createTestJobs(accounts, { limits: { runningPerAccount: 1 } });
  const order: string[] = [];
  for (let n = 0; n < 8; n += 1) await submit(jobs, { n }, 'echo', 'greedy');
  const modest = await submit(jobs, {}, 'echo', 'modest');
  work(jobs, { echo: async (_, { account }) => void order.push(account) }, { concurrency: 1 });
  await untilEnded(jobs, 'modest', modest);
  expect(order.indexOf('modest')).toBeLessThanOrEqual(2);
});

test('accounts take turns, independent of job kind and order of submission', async () => {
  const jobs = createTestJobs(accounts, { limits: { runningPerAccount: 2, queuedPerAccount: 20 } });
  const order: string[] = [];
  for (let n = 0; n < 6; n += 1) await submit(jobs, { n }, 'echo', 'greedy');
  await submit(jobs, { n: 1 }, 'other', 'modest');
  await submit(jobs, { n: 2 }, 'other', 'modest');
  await submit(jobs, {}, 'echo', 'late');
  const noted: JobHandler = async (_, { account }) => void order.push(account);
  work(jobs, { echo: noted, other: noted }, { concurrency: 1 });
  await until(async () => order.length === 9);
  expect(order).toEqual([
    ...['greedy', 'modest', 'late'],
    ...['greedy', 'modest'],
    ...['greedy', 'greedy', 'greedy', 'greedy'],
  ]);
});

test('visitors together have the turns of one account', async () => {
  const jobs = createTestJobs(accounts);
  const order: string[] = [];
  for (const address of ['a', 'b', 'c', 'd']) await submit(jobs, {}, 'echo', `visitor/${address}`);
  for (let n = 0; n < 2; n += 1) await submit(jobs, { n }, 'echo', 'modest');
  work(jobs, { echo: async (_, { account }) => void order.push(account) }, { concurrency: 1 });
  await until(async () => order.length === 6);
  expect(order).toEqual(['visitor/a', 'modest', 'visitor/b', 'modest', 'visitor/c', 'visitor/d']);
});

test('a waiting job that is cancelled is never started, and frees its slot in the queue', async () => {
  const jobs = createTestJobs(accounts, { limits: { runningPerAccount: 1 } });
  const [first, second] = [await submit(jobs, { n: 1 }), await submit(jobs, { n: 2 })];
  expect(await jobs.cancel('a', first)).toBe(true);
  expect(await jobs.cancel('a', first)).toBe(false);
  const ran: string[] = [];
  work(jobs, { echo: async (_, { jobId }) => void ran.push(jobId) });
  await untilEnded(jobs, 'a', second);
  expect(ran).toEqual([second]);
  expect(await jobs.status('a', first)).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
  // A cancelled job does not answer for its duplicate.
  expect(await submit(jobs, { n: 1 })).not.toBe(first);
});

test('a running job that is cancelled is aborted, and its result is discarded', async () => {
  const jobs = createTestJobs(accounts);
  let reason: unknown = null;
  work(jobs, {
    echo: async (_, { signal }) => {
      await sleep(60_000, undefined, { signal }).catch(() => {});
      reason = signal.reason;
      return 'too late';
    },
  });
  const jobId = await submit(jobs);
  await untilActive(jobs, 'a', jobId);
  expect(await jobs.cancel('a', jobId)).toBe(true);
  await until(async () => reason !== null);
  expect((reason as JobAbortedError).code).toBe('cancelled');
  const status = await jobs.status('a', jobId);
  expect(status).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
  expect(status).not.toHaveProperty('dataJson');
  await nothingIsStartable();
});

test('a stop releases unfinished jobs to the next worker', async () => {
  const jobs = createTestJobs(accounts);
  let running = 0;
  const untilStopped = async (signal: AbortSignal): Promise<void> => {
    running += 1;
    await sleep(60_000, undefined, { signal }).finally(() => {
      running -= 1;
    });
  };
  const workers = work(jobs, {
    echo: (_, { signal }) => untilStopped(signal),
    other: async (_, { signal }) => {
      await untilStopped(signal).catch(() => {});
      return 'what there is';
    },
  });
  const [unfinished, finished] = [await submit(jobs), await submit(jobs, {}, 'other')];
  await Promise.all([untilActive(jobs, 'a', unfinished), untilActive(jobs, 'a', finished)]);
  await workers.stop();
  expect(running).toBe(0);
  expect(await jobs.status('a', unfinished)).toMatchObject({ state: 'queued', startedAt: null });
  expect(await jobs.status('a', finished)).toMatchObject({ state: 'completed', dataJson: '"what there is"' });
  work(jobs, { echo: async () => 'done' });
  expect(await untilEnded(jobs, 'a', unfinished)).toMatchObject({ state: 'completed', data: 'done' });
});

test('finished jobs are kept for the configured time', async () => {
  const jobs = createTestJobs(accounts, { keepMs: 60_000 });
  const workers = work(jobs, { echo: async () => 1 });
  const [old, young] = [await submit(jobs, { n: 1 }), await submit(jobs, { n: 2 })];
  await Promise.all([untilEnded(jobs, 'a', old), untilEnded(jobs, 'a', young)]);
  await workers.stop();
  await database.asOwner(
    "UPDATE tickscope.jobs SET finished_at = finished_at - interval '61 seconds' WHERE id = $1",
    [old],
  );
  expect(await jobs.status('a', old)).toBeNull();
  expect(await jobs.status('a', young)).toMatchObject({ state: 'completed' });
  work(jobs, { echo: async () => 1 });
  await until(async () => (await database.asOwner('SELECT id FROM tickscope.jobs')).length === 1);
});

test('kinds that a worker does not know are left to others', async () => {
  const jobs = createTestJobs(accounts);
  const unknown = await submit(jobs, {}, 'other');
  const known = await submit(jobs);
  work(jobs, { echo: async () => 1 });
  await untilEnded(jobs, 'a', known);
  expect(await jobs.status('a', unknown)).toMatchObject({ state: 'queued' });
});
