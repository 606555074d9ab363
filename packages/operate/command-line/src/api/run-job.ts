import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '@tickscope/schemas';
import { CliError } from '../cli-error.js';
import { progressLine } from '../progress-line.js';
import { cleanSentence } from '../terminal-text.js';
import type { ApiClient } from './client.js';
import { ApiFailureError, ApiUnreachableError } from './failures.js';

export interface JobPace {
  /** How long the API holds an answer while the job's state does not change. */
  waitSeconds: number;
  /** Pause after an answer without news that was not held, and after a failed request. */
  pauseMs: number;
  /** How long the API may be away while the job runs. */
  outageMs: number;
  deadlineMs: number;
}

const PACE: JobPace = { waitSeconds: 25, pauseMs: 3_000, outageMs: 60_000, deadlineMs: 15 * 60_000 };

/** The schema of each operation's result. */
const RESULT_SCHEMAS = {
  checkWallet: 'WalletScan',
  checkSandwich: 'SandwichChecks',
  backfillTransaction: 'Backfill',
} as const;
type JobId = keyof typeof RESULT_SCHEMAS;
type JobResult<Id extends JobId> = components['schemas'][(typeof RESULT_SCHEMAS)[Id]];

/**
 * Submits a job, waits for it with one held request at a time, and returns its result. Shows its progress on a terminal.
 * @throws CliError where the job failed, or did not finish in time
 */
export async function runJob<Id extends JobId>(
  api: ApiClient,
  id: Id,
  body: object,
  pace: JobPace = PACE,
): Promise<JobResult<Id>> {
  const submission = await api.call<JobId>(id, { body });
  const jobId = 'jobId' in submission ? submission.jobId : submission.data.query_info.request_id;
  const progress = progressLine();
  const deadline = Date.now() + pace.deadlineMs;
  let lastAnswer = Date.now();
  try {
    for (let lastState = ''; ; ) {
      const askedAt = Date.now();
      const status = await statusOf(api, id, jobId, pace.waitSeconds).catch((error: unknown) =>
        giveTime(error, Date.now() - lastAnswer > pace.outageMs),
      );
      if (status !== null) {
        lastAnswer = Date.now();
        progress.show(`job ${jobId}: ${status.state}, ${Math.floor(status.progress)} %`);
        if (status.state === 'failed')
          throw new CliError(
            `the job ${jobId} failed: ${cleanSentence(status.error ?? 'it does not say why')}`,
          );
        if (status.state === 'completed' && status.data !== undefined)
          return api.understood(RESULT_SCHEMAS[id], status.data) as JobResult<Id>;
      }
      if (Date.now() > deadline)
        throw new CliError(
          `the job ${jobId} is not done after ${pace.deadlineMs / 60_000} minutes. It goes on: ask again, the same question finds it.`,
        );
      const isHeld = Date.now() - askedAt > (pace.waitSeconds - 1) * 1_000;
      if (status === null || (status.state === lastState && !isHeld)) await sleep(pace.pauseMs);
      lastState = status?.state ?? lastState;
    }
  } finally {
    progress.clear();
  }
}

function statusOf(
  api: ApiClient,
  id: JobId,
  jobId: string,
  waitSeconds: number,
): Promise<components['schemas']['JobStatus']> {
  const queryParameters = { wait: String(waitSeconds) };
  return id === 'backfillTransaction'
    ? api.call('getBackfillStatus', { pathParameters: { requestId: jobId }, queryParameters })
    : api.call('getJobStatus', { pathParameters: { jobId }, queryParameters });
}

/** Tolerates a short outage of the API: the job keeps running. */
function giveTime(error: unknown, isLate: boolean): null {
  const mayPass =
    error instanceof ApiUnreachableError || (error instanceof ApiFailureError && error.status === 503);
  if (mayPass && !isLate) return null;
  throw error;
}
