import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { TEST_KINDS } from '../testing/test-jobs.js';
import { type JobsOptions, jobsSettings } from './settings.js';
import { jobStatus } from './status.js';
import {
  finishRun,
  giveBack,
  type JobsContext,
  renewLeases,
  type StartedRun,
  startNext,
  takeOver,
} from './steps.js';
import { submitJob } from './submit.js';

let database: TestAccounts;
beforeAll(async () => {
  database = await startTestAccounts();
});
afterAll(async () => database?.stop());
beforeEach(() => database.empty());

const contextWith = (options: JobsOptions): JobsContext => ({
  accounts: database.open({ poolSize: 2 }),
  settings: jobsSettings({ kinds: TEST_KINDS, ...options }),
});

async function started(context: JobsContext): Promise<StartedRun> {
  const run = await startNext(context, ['echo']);
  if (run === null) throw new Error('nothing was started');
  return run;
}

const endLease = () =>
  database.asOwner("UPDATE tickscope.jobs SET lease_ends_at = clock_timestamp() - interval '1 second'");

/** Skips the grace time after a start of Postgres. */
const noGrace = (context: JobsContext): JobsContext => ({
  ...context,
  settings: { ...context.settings, restartGraceMs: 0 },
});

test('a job that was taken over can be neither renewed, finished nor released under the old run number', async () => {
  const context = noGrace(contextWith({}));
  const { jobId } = await submitJob(context, { account: 'a', kind: 'echo', request: {} });
  const old = await started(context);
  await endLease();
  expect(await takeOver(context)).toBe(1);
  const refusedAll = async () => {
    expect(await renewLeases(context, [{ ...old, progress: 99 }])).toEqual(new Set());
    expect(await finishRun(context, old, { data: '"old"' })).toBe(false);
    expect(await finishRun(context, old, { error: { code: 'failed', message: 'old' } })).toBe(false);
    expect(await giveBack(context, old)).toBe(false);
  };
  await refusedAll();
  expect(await jobStatus(context, 'a', jobId)).toMatchObject({ state: 'queued' });

  const next = await started(context);
  expect(next).toMatchObject({ id: old.id, run: old.run + 1 });
  await refusedAll();
  expect(await jobStatus(context, 'a', jobId)).toMatchObject({ state: 'active', progress: 0 });
  // The refused attempts did not disturb the running job: it ends normally.
  expect(await renewLeases(context, [{ ...next, progress: 40 }])).toEqual(new Set([jobId]));
  expect(await finishRun(context, next, { data: '"new"' })).toBe(true);
  await refusedAll();
  expect(await jobStatus(context, 'a', jobId)).toMatchObject({ state: 'completed', dataJson: '"new"' });
});

test('only a lease that has ended is taken over, once, however many look', async () => {
  const context = noGrace(contextWith({}));
  await submitJob(context, { account: 'a', kind: 'echo', request: {} });
  const run = await started(context);
  expect(await takeOver(context)).toBe(0);
  await endLease();
  const counts = await Promise.all(Array.from({ length: 8 }, () => takeOver(context)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await started(context)).run).toBe(run.run + 1);
  expect(await startNext(context, ['echo'])).toBeNull();
});

test('workers get time to renew their leases after an outage of Postgres, before others take over', async () => {
  const context = contextWith({ leaseMs: 3_600_000 });
  const patient: JobsContext = { ...context, settings: { ...context.settings, restartGraceMs: 3_600_000 } };
  await submitJob(context, { account: 'a', kind: 'echo', request: {} });
  const run = await started(context);
  await endLease();
  expect(await takeOver(patient)).toBe(0);
  expect(await renewLeases(context, [{ ...run, progress: 1 }])).toEqual(new Set([run.id]));
  expect(await takeOver(noGrace(context))).toBe(0);
});

test('one of many concurrent workers starts a job', async () => {
  const contexts = [contextWith({}), contextWith({}), contextWith({})];
  for (let round = 0; round < 10; round += 1) {
    await submitJob(contexts[0]!, { account: `a${round}`, kind: 'echo', request: {} });
    const runs = await Promise.all(
      Array.from({ length: 6 }, (_, index) => startNext(contexts[index % 3]!, ['echo'])),
    );
    const got = runs.filter((run) => run !== null);
    expect(got.length).toBe(1);
    expect(await finishRun(contexts[1]!, got[0]!, { data: '1' })).toBe(true);
  }
});
