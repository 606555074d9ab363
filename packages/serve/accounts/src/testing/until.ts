import { setTimeout as sleep } from 'node:timers/promises';
import type { Jobs } from '../jobs/jobs.js';
import type { JobStatus } from '../jobs/types.js';

/** Polls until there is an answer; the test's own timeout ends it. An error of `ask` counts as no answer. */
export async function until<T>(ask: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    await sleep(50);
  }
}

export interface EndedJob extends Omit<JobStatus, 'dataJson'> {
  data?: unknown;
}

/** The status of a job once it has ended, with its result as a value. */
export function untilEnded(jobs: Jobs, account: string, jobId: string): Promise<EndedJob> {
  return until(async () => {
    const status = await jobs.status(account, jobId);
    return status === null || status.finishedAt === null ? null : ended(status);
  });
}

export function ended({ dataJson, ...status }: JobStatus): EndedJob {
  return dataJson === undefined ? status : { ...status, data: JSON.parse(dataJson) as unknown };
}

export function untilActive(jobs: Jobs, account: string, jobId: string): Promise<JobStatus> {
  return until(async () => {
    const status = await jobs.status(account, jobId);
    return status?.state === 'active' ? status : null;
  });
}
