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

/** The status of a job once it has ended. */
export function untilEnded(jobs: Jobs, account: string, jobId: string): Promise<JobStatus> {
  return until(async () => {
    const status = await jobs.status(account, jobId);
    return status?.finishedAt === null ? null : status;
  });
}

export function untilActive(jobs: Jobs, account: string, jobId: string): Promise<JobStatus> {
  return until(async () => {
    const status = await jobs.status(account, jobId);
    return status?.state === 'active' ? status : null;
  });
}
