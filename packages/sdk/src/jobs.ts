import { call } from './call.js';
import { CallTimeoutError, JobFailedError, UnexpectedAnswerError } from './errors.js';
import type { Input, JobOperation, JobResults, Schemas } from './operation-types.js';
import { Scope } from './scope.js';
import { atLeast, type CallOptions, type Settings } from './settings.js';

/** The operations that submit a job; a test compares them with the document. */
export const JOB_OPERATIONS = [
  'checkSandwich',
  'checkWallet',
  'checkAttacker',
  'validateCompetition',
  'backfillTransaction',
] as const satisfies readonly JobOperation[];

/** More frequent polls are useless, given how long jobs take and how many requests a minute an account has. */
export const LEAST_POLL_MS = 3_000;
const TIMEOUT_MS = 300_000;

export interface JobOptions {
  /** Called with each polled state, including the last. */
  onProgress?: ((status: Schemas['JobStatus']) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Deadline of the job, including its submission. Default: 300,000. */
  timeoutMs?: number | undefined;
  /** Interval between polls. Default and minimum: 3,000. */
  pollMs?: number | undefined;
}

/**
 * Submits a job, waits for it and returns its result. Throws `JobFailedError` where it has none, and `CallTimeoutError` at
 * the deadline: the job continues, and an equal request finds it again.
 */
export async function runJob<Id extends JobOperation>(
  settings: Settings,
  id: Id,
  input: Input<Id>,
  { onProgress, signal, timeoutMs = TIMEOUT_MS, pollMs = LEAST_POLL_MS }: JobOptions = {},
): Promise<JobResults[Id]> {
  atLeast('timeoutMs', 1, timeoutMs);
  const waitMs = Math.max(LEAST_POLL_MS, atLeast('pollMs', 0, pollMs));
  const scope = new Scope(settings.signal, signal);
  let jobId = '';
  scope.arm(
    timeoutMs,
    () => new CallTimeoutError(id, `job ${jobId || 'not submitted'} after ${timeoutMs} ms`),
  );
  try {
    const submission = await call(settings, id, input, { signal: scope.signal });
    jobId = jobIdOf(submission as Schemas['JobSubmission'] | Schemas['BackfillSubmission']);
    for (;;) {
      const status = await statusOf(settings, id, jobId, { signal: scope.signal });
      onProgress?.(status);
      if (status.state === 'failed')
        throw new JobFailedError(id, jobId, status.error_code ?? null, status.error ?? 'The job failed.');
      if (status.state === 'completed') {
        if (status.data === undefined) throw new UnexpectedAnswerError(id, 200, `job ${jobId} has no result`);
        return status.data as JobResults[Id];
      }
      await settings.sleep(waitMs, scope.signal);
    }
  } finally {
    scope.close();
  }
}

function jobIdOf(submission: Schemas['JobSubmission'] | Schemas['BackfillSubmission']): string {
  return 'jobId' in submission ? submission.jobId : submission.data.query_info.request_id;
}

function statusOf(
  settings: Settings,
  id: JobOperation,
  jobId: string,
  options: CallOptions,
): Promise<Schemas['JobStatus']> {
  return id === 'backfillTransaction'
    ? call(settings, 'getBackfillStatus', { requestId: jobId }, options)
    : call(settings, 'getJobStatus', { jobId }, options);
}
