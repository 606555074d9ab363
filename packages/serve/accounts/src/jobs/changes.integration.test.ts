import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { SILENT } from '../log.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { createTestJobs } from '../testing/test-jobs.js';
import { createJobChanges, type JobChanges } from './changes.js';
import { createNotices } from './notices.js';
import type { JobState } from './types.js';

const NEVER_MS = 3_600_000;
const { signal } = new AbortController();

let database: TestAccounts;
let accounts: Accounts;
let changes: JobChanges;
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
  changes = createJobChanges(accounts, createNotices(accounts, SILENT), NEVER_MS);
});
afterAll(async () => database?.stop());
beforeEach(() => database.empty());

/** The connections that listen, by their last statement. */
async function listeners(): Promise<number[]> {
  const rows = await accounts.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
  );
  return rows.map(({ pid }) => pid);
}

test('a wait ends with a notification: when the job starts, and when it ends', async () => {
  const jobs = createTestJobs(accounts);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'echo', request: {} });
  const stateAfter = async (state: JobState) => {
    await changes.after(jobId, state, signal);
    return (await jobs.status('a', jobId))?.state;
  };
  let end = (): void => {};
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  const started = stateAfter('queued');
  const workers = jobs.work({ echo: async () => ending });
  expect(await started).toBe('active');
  const ended = stateAfter('active');
  end();
  expect(await ended).toBe('completed');
  await workers.stop();
});

test('a wait ends when a job is cancelled before it starts', async () => {
  const jobs = createTestJobs(accounts);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'echo', request: {} });
  const ended = changes.after(jobId, 'queued', signal);
  expect(await jobs.cancel('a', jobId)).toBe(true);
  await ended;
  expect((await jobs.status('a', jobId))?.state).toBe('failed');
});

test('a change before the wait began is found at once', async () => {
  const jobs = createTestJobs(accounts);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'echo', request: {} });
  await jobs.cancel('a', jobId);
  await changes.after(jobId, 'queued', signal);
  const others = await jobs.submit({ account: 'a', kind: 'echo', request: { other: true } });
  const waiting = changes.after(others.jobId, 'queued', signal);
  // Also while another one waits.
  await changes.after(jobId, 'queued', signal);
  await jobs.cancel('a', others.jobId);
  await waiting;
});

test('a change while the connection is broken is found when it is back', async () => {
  const jobs = createTestJobs(accounts);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'echo', request: {} });
  const ended = changes.after(jobId, 'queued', signal);
  await expect.poll(async () => (await listeners()).length).toBe(1);
  await accounts.query('SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid', [
    await listeners(),
  ]);
  await jobs.cancel('a', jobId);
  await ended;
});

test('it keeps one connection, and ends it', async () => {
  await expect.poll(async () => (await listeners()).length, { timeout: 5_000 }).toBe(1);
  await changes.close();
  await expect.poll(listeners, { timeout: 5_000 }).toEqual([]);
});
