import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { createTestJobs } from '../testing/test-jobs.js';
import { untilActive, untilEnded } from '../testing/until.js';
import { JobError, JobRefusedError } from './types.js';

let database: TestAccounts;
let accounts: Accounts;
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(() => database.empty());

test('fifty concurrent duplicates over two pools are one job', async () => {
  const sides = [createTestJobs(accounts), createTestJobs(database.open())];
  for (let round = 0; round < 5; round += 1) {
    const submissions = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        // The same request with its keys in either order.
        sides[index % 2]!.submit({
          account: 'a',
          kind: 'echo',
          request: index % 3 === 0 ? { round, days: 4 } : { days: 4, round },
        }),
      ),
    );
    expect(new Set(submissions.map(({ jobId }) => jobId)).size).toBe(1);
    expect(submissions.filter(({ deduplicated }) => !deduplicated).length).toBe(1);
  }
  expect(await database.asOwner('SELECT count(*)::int AS jobs FROM tickscope.jobs')).toEqual([{ jobs: 5 }]);
});

test('another account, kind or request is another job', async () => {
  const jobs = createTestJobs(accounts);
  const one = { account: 'a', kind: 'echo', request: { n: 1 } };
  const all = await Promise.all(
    [one, { ...one, account: 'b' }, { ...one, kind: 'other' }, { ...one, request: { n: 2 } }].map((job) =>
      jobs.submit(job),
    ),
  );
  expect(new Set(all.map(({ jobId }) => jobId)).size).toBe(4);
});

/** Pretends that a job read its data this much earlier. */
const age = (jobId: string, seconds: number) =>
  database.asOwner("UPDATE tickscope.jobs SET read_at = read_at - $2 * interval '1 second' WHERE id = $1", [
    jobId,
    seconds,
  ]);

test('a duplicate of a completed job gets its result while it is fresh, and a new job after', async () => {
  const jobs = createTestJobs(accounts, { freshMs: 60_000 });
  const job = { account: 'a', kind: 'echo', request: {} };
  const workers = jobs.work({ echo: async () => 'done' });
  const { jobId } = await jobs.submit(job);
  await untilEnded(jobs, 'a', jobId);
  await workers.stop();
  const answered = { jobId, deduplicated: true, state: 'completed' };
  expect(await jobs.submit(job)).toMatchObject(answered);
  await age(jobId, 40);
  const reused = await jobs.submit(job);
  expect(reused).toMatchObject(answered);
  expect(reused.ageSeconds).toBeGreaterThanOrEqual(40);
  expect((await jobs.submit({ ...job, maxAgeMs: 60_000 })).jobId).toBe(jobId);
  await age(jobId, 21);
  const later = await jobs.submit(job);
  expect(later.deduplicated).toBe(false);
  expect(later.jobId).not.toBe(jobId);
  // The old job can still be read.
  expect(await jobs.status('a', jobId)).toMatchObject({ state: 'completed', dataJson: '"done"' });
});

test('a caller gets no data older than it asks for, in any state of the earlier job', async () => {
  const jobs = createTestJobs(accounts);
  const job = { account: 'a', kind: 'echo', request: {} };
  const strict = { ...job, maxAgeMs: 0 };
  const waiting = await jobs.submit(job);
  expect(waiting).toEqual({ jobId: waiting.jobId, deduplicated: false, state: 'queued', ageSeconds: 0 });
  // A waiting job will read its data after both submissions, and gets the stricter limit.
  expect(await jobs.submit(strict)).toEqual({ ...waiting, deduplicated: true });
  const given: number[] = [];
  const finish: (() => void)[] = [];
  const workers = jobs.work({
    echo: (_, { maxAgeMs }) => {
      given.push(maxAgeMs);
      return new Promise<void>((resolve) => finish.push(resolve));
    },
  });
  await untilActive(jobs, 'a', waiting.jobId);
  expect(await jobs.submit(job)).toMatchObject({ jobId: waiting.jobId, state: 'active' });
  const second = await jobs.submit(strict);
  expect(second).toMatchObject({ deduplicated: false, state: 'queued' });
  await untilActive(jobs, 'a', second.jobId);
  for (const end of finish) end();
  await untilEnded(jobs, 'a', waiting.jobId);
  await untilEnded(jobs, 'a', second.jobId);
  await workers.stop();
  expect(given).toEqual([0, 0]);
  // From now on the later of the two answers.
  expect(await jobs.submit(job)).toMatchObject({ jobId: second.jobId, state: 'completed' });
  expect((await jobs.submit(strict)).deduplicated).toBe(false);
});

test('reused data counts with its age, and data with an outdated basis is not reused', async () => {
  const jobs = createTestJobs(accounts);
  const job = { account: 'a', kind: 'echo', request: {} };
  const workers = jobs.work({
    echo: async (_, { basedOn }) => {
      basedOn('seen before', 1);
      basedOn('seen', 100_000);
    },
  });
  const { jobId } = await jobs.submit(job);
  await untilEnded(jobs, 'a', jobId);
  await workers.stop();
  const asked: string[] = [];
  const isCurrent = (answer: boolean) => async (basis: string) => {
    asked.push(basis);
    return answer;
  };
  const reused = await jobs.submit({ ...job, isCurrent: isCurrent(true) });
  expect(reused).toMatchObject({ jobId, deduplicated: true });
  expect(reused.ageSeconds).toBeGreaterThanOrEqual(100);
  expect((await jobs.submit({ ...job, isCurrent: isCurrent(false) })).jobId).not.toBe(jobId);
  expect(asked).toEqual(['seen', 'seen']);
  // The new job waits, so `isCurrent` is not called for it.
  await jobs.submit({ ...job, isCurrent: isCurrent(false) });
  expect(asked).toHaveLength(2);
});

test('an account keeps its newest results within its share; other accounts are not affected', async () => {
  const jobs = createTestJobs(accounts, { resultBytesPerAccount: 250 });
  const workers = jobs.work({
    echo: async (request) => (request as { size: number }).size && 'x'.repeat(98),
  });
  const run = async (account: string, size: number) => {
    const { jobId } = await jobs.submit({ account, kind: 'echo', request: { size } });
    await untilEnded(jobs, account, jobId);
    return jobId;
  };
  const other = await run('b', 1);
  const mine = [await run('a', 1), await run('a', 2), await run('a', 3)];
  await workers.stop();
  const kept = await Promise.all(mine.map(async (jobId) => (await jobs.status('a', jobId)) !== null));
  expect(kept).toEqual([false, true, true]);
  expect(await jobs.status('b', other)).toMatchObject({ state: 'completed' });
});

test('a result larger than the share is kept until the next one', async () => {
  const jobs = createTestJobs(accounts, { resultBytesPerAccount: 10 });
  const workers = jobs.work({ echo: async () => 'x'.repeat(98) });
  const { jobId } = await jobs.submit({ account: 'a', kind: 'echo', request: {} });
  expect(await untilEnded(jobs, 'a', jobId)).toMatchObject({ state: 'completed' });
  await workers.stop();
});

test('a job that failed does not answer for the next try', async () => {
  const jobs = createTestJobs(accounts);
  const job = { account: 'a', kind: 'echo', request: {} };
  const workers = jobs.work({
    echo: async () => {
      throw new JobError('not today');
    },
  });
  const { jobId } = await jobs.submit(job);
  await untilEnded(jobs, 'a', jobId);
  await workers.stop();
  expect((await jobs.submit(job)).jobId).not.toBe(jobId);
});

test('the job above the limit of waiting ones is refused with a wait; duplicates and other accounts are not', async () => {
  const jobs = createTestJobs(accounts, { limits: { queuedPerAccount: 3 }, refusalWaitSeconds: 7 });
  const submit = (account: string, n: number) => jobs.submit({ account, kind: 'echo', request: { n } });
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => submit('a', n)));
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(3);
  for (const result of results)
    if (result.status === 'rejected') {
      expect(result.reason).toBeInstanceOf(JobRefusedError);
      expect(result.reason).toMatchObject({ retryAfterSeconds: 7, queued: 3 });
    }
  const [accepted] = await database.asOwner<{ request: string }>(
    'SELECT request FROM tickscope.jobs LIMIT 1',
  );
  const duplicate = JSON.parse(accepted!.request) as { n: number };
  expect(await submit('a', duplicate.n)).toMatchObject({ deduplicated: true });
  expect(await submit('b', 1)).toMatchObject({ deduplicated: false });
});

test('a kind with limits of its own is counted alone', async () => {
  const jobs = createTestJobs(accounts, {
    limits: { queuedPerAccount: 1 },
    limitsByKind: { other: { runningPerAccount: 1, queuedPerAccount: 2 } },
  });
  const submit = (kind: string, n: number) => jobs.submit({ account: 'a', kind, request: { n } });
  await submit('echo', 1);
  await expect(submit('note', 1)).rejects.toBeInstanceOf(JobRefusedError);
  await submit('other', 1);
  await submit('other', 2);
  await expect(submit('other', 3)).rejects.toBeInstanceOf(JobRefusedError);
});

test('an unknown id, an invalid id and a job of another account look the same', async () => {
  const jobs = createTestJobs(accounts);
  const { jobId } = await jobs.submit({ account: 'a', kind: 'echo', request: {} });
  expect(await jobs.status('a', jobId)).toMatchObject({ id: jobId, state: 'queued', progress: 0 });
  for (const [account, id] of [
    ['b', jobId],
    ['a', randomUUID()],
    ['a', "' OR 1=1 --"],
    ['a', `${jobId}\0`],
    ['a\0', jobId],
    ['', jobId],
  ] as const) {
    expect(await jobs.status(account, id)).toBeNull();
    expect(await jobs.cancel(account, id)).toBe(false);
  }
  expect(await jobs.status('a', jobId)).toMatchObject({ state: 'queued' });
});

test('an unknown kind is refused, and stores nothing', async () => {
  const jobs = createTestJobs(accounts);
  await expect(jobs.submit({ account: 'a', kind: 'unheard-of', request: {} })).rejects.toThrow(
    /no jobs of kind "unheard-of"/,
  );
  expect(await database.asOwner('SELECT 1 FROM tickscope.jobs')).toEqual([]);
});

test('an invalid request or account is refused', async () => {
  const jobs = createTestJobs(accounts);
  const refused = (job: { account?: string; request?: unknown }) =>
    expect(jobs.submit({ account: 'a', kind: 'echo', request: {}, ...job })).rejects.toThrow(TypeError);
  await refused({ request: 1n });
  await refused({ request: 'x'.repeat(1_000_001) });
  await refused({ account: '' });
  await refused({ account: 'x'.repeat(256) });
  await refused({ account: 'a\0b' });
});
