import { setTimeout as sleep } from 'node:timers/promises';
import { BlockWriter } from '@tickscope/store';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../../server.js';
import { expectError } from '../../testing/expect-error.js';
import { type JobsUnderTest, startJobsUnderTest } from '../../testing/jobs-under-test.js';
import { quiet } from '../../testing/quiet.js';
import { get, post } from '../../testing/request.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: JobsUnderTest;
beforeAll(async () => {
  api = await startJobsUnderTest();
  await new BlockWriter(api.owner).write([
    tradedBlock(700, [{ does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n }]),
  ]);
});
afterAll(() => api?.stop());

const wallet = (name: string) => ({ wallet_address: address(name) });

describe('a job', () => {
  test('returns its kind, state and times, and the result once it is completed', async () => {
    const jobId = await api.submit('check-wallet', wallet('alice'));
    const record = await api.ended(jobId);
    expect(record).toEqual({
      success: true,
      id: jobId,
      jobId,
      kind: 'check-wallet',
      state: 'completed',
      progress: 100,
      createdAt: expect.stringMatching(ISO),
      startedAt: expect.stringMatching(ISO),
      finishedAt: expect.stringMatching(ISO),
      data: expect.objectContaining({ trades: [expect.objectContaining({ slot: 700 })] }),
    });
  });

  test('that is requested again while it is fresh is the same job', async () => {
    const first = await api.submit('check-wallet', wallet('repeated'));
    await api.ended(first);
    expect(
      await api.submit('check-wallet', { ...wallet('repeated'), time_range_days: 1, slot_window: 4 }),
    ).toBe(first);
    expect(await api.submit('check-wallet', { ...wallet('repeated'), slot_window: 5 })).not.toBe(first);
  });
});

describe('X-Cache of a submission', () => {
  const submit = async (body: object) => {
    const { status, headers } = await post(`${api.url}/api/mev/check-wallet`, body);
    expect(status).toBe(200);
    return headers.get('x-cache');
  };

  test('is a hit where an earlier job of the same request answers, waiting or done, else a miss', async () => {
    expect(await submit(wallet('cached'))).toBe('miss');
    expect(await submit(wallet('cached'))).toBe('hit');
    await api.result('check-wallet', wallet('cached'));
    expect(await submit({ ...wallet('cached'), time_range_days: 1 })).toBe('hit');
    expect(await submit({ ...wallet('cached'), time_range_days: 2 })).toBe('miss');
  });

  test('is absent where nothing is submitted', async () => {
    const { status, headers } = await post(`${api.url}/api/mev/check-wallet`, {});
    expect([status, headers.has('x-cache')]).toEqual([400, false]);
  });
});

describe('a job that is not there is a 404', () => {
  test.each([
    ['of an unknown id', UNKNOWN_ID],
    ['of what is no id', 'latest'],
  ])('%s', async (_, jobId) => {
    expectError(await get(`${api.url}/api/mev/job-status/${jobId}`), {
      status: 404,
      error: 'Job not found',
      details: `There is no job ${jobId}, or none any more: results are kept for 24 hours.`,
    });
  });

  test('of another account', async () => {
    const { createJobs, openAccounts } = await import('@tickscope/accounts');
    const accounts = openAccounts(api.databaseUrl);
    const { jobId } = await createJobs(accounts).submit({
      account: 'another account',
      kind: 'check-wallet',
      request: { ...wallet('alice'), time_range_days: 1, slot_window: 4 },
    });
    await accounts.close();
    expectError(await get(`${api.url}/api/mev/job-status/${jobId}`), { status: 404, error: 'Job not found' });
  });
});

describe('roles', () => {
  test('two APIs and two workers on one Postgres: each API returns every job, and each job runs once', async () => {
    const start = (role: 'api' | 'worker') => startApi({ ...api.config, role }, quiet);
    const others = await Promise.all([start('api'), start('worker')]);
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) => api.submit('check-wallet', wallet(`wallet ${at}`))),
    );
    for (const jobId of ids) {
      await api.ended(jobId);
      const { body } = await get(`${others[0]!.url}/api/mev/job-status/${jobId}`);
      expect(body).toMatchObject({ id: jobId, state: 'completed' });
    }
    const metrics = await Promise.all(
      [api.api, ...others].map(async ({ metricsUrl }) => (await fetch(`${metricsUrl}/metrics`)).text()),
    );
    const runs = metrics.map((text) => {
      const line = /^tickscope_job_duration_seconds_count\{kind="check-wallet",outcome="ok"\} (\d+)$/m.exec(
        text,
      );
      return Number(line?.[1] ?? 0);
    });
    expect(runs[1]).toBe(0);
    // Including the jobs of earlier tests, one of them another account's.
    const before = 6;
    expect(runs.reduce((sum, count) => sum + count, 0)).toBe(ids.length + before);

    const [, worker] = others;
    expect((await fetch(`${worker!.url}/healthz`)).status).toBe(200);
    expectError(await post(`${worker!.url}/api/mev/check-wallet`, wallet('alice')), {
      status: 404,
      error: 'Not found',
    });
    await Promise.all(others.map((other) => other.stop()));
  });
});

describe('limits', () => {
  test('an account at its limit of waiting jobs gets 429', async () => {
    // No worker runs for this API.
    const config = { ...api.config, role: 'api' as const };
    const idle = await startApi(
      { ...config, jobs: { ...config.jobs, atOncePerAccount: 1, waitingPerAccount: 1 } },
      quiet,
    );
    await api.api.stop();
    const ask = (name: string) => post(`${idle.url}/api/mev/check-wallet`, wallet(name));
    const answers = [await ask('one'), await ask('two')];
    await idle.stop();
    expect(answers[0]!.status).toBe(200);
    expectError(answers[1]!, { status: 429, error: 'Too many requests' });
    expect(answers[1]!.body).toMatchObject({
      message: expect.stringMatching(/^1 jobs are waiting already/),
      retry_after_seconds: 15,
    });
    expect(answers[1]!.headers.get('retry-after')).toBe('15');
  });
});

describe('without its databases', () => {
  test('while Postgres is away a submission and a status get 503 with a wait, and work again once it is back', async () => {
    const other = await startApi(api.config, quiet);
    await api.postgres.stop();
    const away = [
      await post(`${other.url}/api/mev/check-wallet`, wallet('away')),
      await get(`${other.url}/api/mev/job-status/${UNKNOWN_ID}`),
    ];
    for (const answer of away) {
      expectError(answer, {
        status: 503,
        error: 'Service unavailable',
        details: `The database of jobs does not answer. The request's id is ${answer.headers.get('x-request-id')}.`,
      });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    await api.postgres.start();
    let answer = await post(`${other.url}/api/mev/check-wallet`, wallet('back'));
    for (let tries = 0; answer.status === 503 && tries < 50; tries += 1) {
      await sleep(200);
      answer = await post(`${other.url}/api/mev/check-wallet`, wallet('back'));
    }
    const { jobId } = answer.body as { jobId: string };
    let state = 'queued';
    for (let tries = 0; state !== 'completed' && tries < 300; tries += 1) {
      await sleep(100);
      ({ state } = (await get(`${other.url}/api/mev/job-status/${jobId}`)).body as { state: string });
    }
    expect(state).toBe('completed');
    await other.stop();
  });

  test('a job waits during an outage of ClickHouse, and fails with instructions when that takes too long', async () => {
    const nowhere = { ...api.config.clickhouse, url: 'http://127.0.0.1:1' };
    const config = { ...api.config, clickhouse: nowhere, jobs: { ...api.config.jobs, outageMs: 3_000 } };
    const other = await startApi(config, quiet);
    const { jobId } = (await post(`${other.url}/api/mev/check-wallet`, wallet('outage'))).body as {
      jobId: string;
    };
    let record: Record<string, unknown> = {};
    for (let tries = 0; record['state'] !== 'failed' && tries < 300; tries += 1) {
      await sleep(100);
      record = (await get(`${other.url}/api/mev/job-status/${jobId}`)).body as Record<string, unknown>;
    }
    await other.stop();
    expect(record).toMatchObject({
      success: false,
      state: 'failed',
      error: 'The database does not answer. Ask again later.',
      error_code: 'failed',
    });
    expect(record).not.toHaveProperty('data');
  });
});
