import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { createTestJobs } from '../testing/test-jobs.js';
import { until, untilEnded } from '../testing/until.js';
import { startWorkerProcess } from '../testing/worker-processes.js';
import { AccountsUnavailableError } from '../unavailable.js';

/** The duration of the outage; the product promises to tolerate 20 s. */
const AWAY_MS = Number(process.env['OUTAGE_MS'] ?? 5_000);

let database: TestAccounts;
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
beforeAll(async () => {
  process.on('unhandledRejection', note);
  database = await startTestAccounts();
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await database?.stop();
});
beforeEach(() => database.empty());

test('an outage of Postgres while jobs wait, run and end: calls report it, no job is lost, each result is correct', async () => {
  const options = { runningInAll: 20, limits: { runningPerAccount: 3, queuedPerAccount: 50 } };
  const accounts = database.open();
  const jobs = createTestJobs(accounts, options);
  const started = new Map<string, number>();
  const workers = jobs.work(
    {
      echo: async (request, { jobId, signal }) => {
        started.set(jobId, (started.get(jobId) ?? 0) + 1);
        await sleep((request as { ms: number }).ms, undefined, { signal });
        return { request, by: 'here' };
      },
    },
    { concurrency: 6 },
  );
  const other = await startWorkerProcess(database.appUrl, options, { concurrency: 4 });
  // Else they would run the jobs of the next test.
  onTestFinished(async () => {
    await workers.stop();
    await other.stop();
  });
  const submit = (account: string, kind: string, request: object) =>
    jobs.submit({ account, kind, request }).then(({ jobId }) => ({ account, jobId }));

  const all: { account: string; jobId: string }[] = [];
  for (let n = 0; n < 12; n += 1) {
    // Some end before the outage, some during it, some after it.
    const ms = (n % 4) * (AWAY_MS / 2) + n;
    all.push(await submit(`a${n % 4}`, 'echo', { ms }));
    all.push(await submit(`b${n % 4}`, 'slow', { ms }));
  }
  await until(async () => started.size >= 4);

  const away = database.away(AWAY_MS);
  const refusal = await until(() =>
    submit('a0', 'echo', { ms: 1 }).then(
      () => null,
      (error: unknown) => error,
    ),
  );
  expect(refusal).toBeInstanceOf(AccountsUnavailableError);
  expect((refusal as AccountsUnavailableError).retryAfterSeconds).toBeGreaterThan(0);
  await expect(jobs.status('a0', all[0]!.jobId)).rejects.toBeInstanceOf(AccountsUnavailableError);
  await away;

  for (const { account, jobId } of all)
    expect(await untilEnded(jobs, account, jobId)).toMatchObject({ state: 'completed' });
  const after = await until(() => submit('a0', 'echo', { ms: 2 }));
  expect(await untilEnded(jobs, 'a0', after.jobId)).toMatchObject({ state: 'completed' });
  expect(await jobs.counts()).toEqual({ queued: 0, active: 0 });
  expect(await database.asOwner('SELECT id FROM tickscope.jobs WHERE is_admitted')).toEqual([]);
  // Shorter than a lease: no run was lost.
  const again = await database.asOwner('SELECT id, run FROM tickscope.jobs WHERE losses > 0');
  expect(again).toEqual([]);

  await workers.stop();
  expect(other.child.exitCode).toBeNull();
  await other.stop();
  expect(other.child.exitCode).toBe(0);
  expect(other.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(unhandled).toEqual([]);
});

test('workers that are started while Postgres is away begin when it is back, and can be stopped meanwhile', async () => {
  const accounts = database.open({ connectTimeoutMs: 500 });
  const jobs = createTestJobs(accounts);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'echo', request: {} });
  const away = database.away(1_000);
  const isAway = () =>
    accounts.query('SELECT 1').then(
      () => false,
      () => true,
    );
  await until(isAway);
  const early = jobs.work({ echo: async () => 'early' });
  await early.stop();
  const workers = jobs.work({ echo: async () => 'done' });
  await away;
  expect(await untilEnded(jobs, 'a', jobId)).toMatchObject({ state: 'completed', data: 'done' });
  await workers.stop();
  expect(unhandled).toEqual([]);
});

test('an outage longer than a lease: the work is aborted in time and repeated', async () => {
  const accounts = database.open();
  const jobs = createTestJobs(accounts, { leaseMs: 1_000 });
  const reasons: unknown[] = [];
  let runs = 0;
  const workers = jobs.work({
    echo: async (_, { signal }) => {
      runs += 1;
      if (runs > 1) return 'second';
      await sleep(60_000, undefined, { signal }).catch(() => {});
      reasons.push((signal.reason as { code: string }).code);
      return 'first';
    },
  });
  const { jobId } = await jobs.submit({ account: 'a', kind: 'echo', request: {} });
  await until(async () => runs === 1);
  await database.away(2_000);
  expect(await untilEnded(jobs, 'a', jobId)).toMatchObject({ state: 'completed', data: 'second' });
  expect(reasons).toEqual(['lost']);
  await workers.stop();
  expect(unhandled).toEqual([]);
});
