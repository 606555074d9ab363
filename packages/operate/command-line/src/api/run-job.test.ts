import { describe, expect, it } from 'vitest';
import { CliError } from '../cli-error.js';
import type { ApiClient, Call } from './client.js';
import { ApiFailureError, ApiUnreachableError, readErrorAnswer } from './failures.js';
import { runJob } from './run-job.js';

const JOB_ID = '7f8d3c1e-5b0a-4f57-9a55-3a4d0a3c5f10';
const PACE = { waitSeconds: 25, pauseMs: 1, outageMs: 60_000, deadlineMs: 60_000 };
const RESULT = { results: [], summary: { total_checked: 0 } };

const away = new ApiUnreachableError('the API cannot be reached');
const busy = new ApiFailureError(503, readErrorAnswer({}, '5'), {
  url: 'http://x/api',
  key: null,
  keyFrom: null,
});

/** An API in which one job goes through these states, one per request; an error is a failed request. */
function apiOf(states: readonly (object | Error)[]): { api: ApiClient; calls: string[] } {
  const calls: string[] = [];
  let polls = 0;
  const api = {
    async call(id: string, { pathParameters, queryParameters }: Call) {
      calls.push(id);
      if (id !== 'getJobStatus') return { success: true, jobId: JOB_ID, status: 'queued', message: '' };
      expect([pathParameters, queryParameters]).toEqual([{ jobId: JOB_ID }, { wait: '25' }]);
      const state = states[Math.min(polls, states.length - 1)]!;
      polls += 1;
      if (state instanceof Error) throw state;
      return { success: true, jobId: JOB_ID, progress: 0, ...state };
    },
    understood: (_: string, value: unknown) => value,
  };
  return { api: api as unknown as ApiClient, calls };
}

describe('a job', () => {
  it('is submitted once and waited for until it is completed', async () => {
    const { api, calls } = apiOf([
      { state: 'queued' },
      { state: 'active' },
      { state: 'completed', data: RESULT },
    ]);
    expect(await runJob(api, 'checkSandwich', {}, PACE)).toEqual(RESULT);
    expect(calls).toEqual(['checkSandwich', 'getJobStatus', 'getJobStatus', 'getJobStatus']);
  });

  it('that failed is reported with its reason, without control characters', async () => {
    const { api } = apiOf([{ state: 'failed', error: 'The job took too long.\u001b[2J' }]);
    await expect(runJob(api, 'checkSandwich', {}, PACE)).rejects.toThrow(
      `the job ${JOB_ID} failed: The job took too long.[2J`,
    );
  });

  it('outlives an API that is away for a moment', async () => {
    const { api } = apiOf([{ state: 'active' }, away, busy, { state: 'completed', data: RESULT }]);
    expect(await runJob(api, 'checkSandwich', {}, PACE)).toEqual(RESULT);
  });

  it('is given up when the API stays unavailable', async () => {
    const { api } = apiOf([{ state: 'active' }, away]);
    await expect(runJob(api, 'checkSandwich', {}, { ...PACE, outageMs: 20 })).rejects.toBe(away);
  });

  it('any other failure of a request is the end at once', async () => {
    const { api, calls } = apiOf([new CliError('no'), { state: 'completed', data: RESULT }]);
    await expect(runJob(api, 'checkSandwich', {}, PACE)).rejects.toThrow('no');
    expect(calls).toHaveLength(2);
  });

  it('that does not end is not waited for for ever', async () => {
    const { api } = apiOf([{ state: 'active' }]);
    await expect(runJob(api, 'checkSandwich', {}, { ...PACE, deadlineMs: 20 })).rejects.toThrow(
      /is not done after .* ask again, the same question finds it\.$/,
    );
  });
});
