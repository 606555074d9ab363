import { call } from './call.js';
import { CallTimeoutError, JobFailedError, UnexpectedAnswerError } from './errors.js';
import type { Input, JobResults, Schemas } from './operation-types.js';
import type { JobOperation } from './operations.js';
import { Scope } from './scope.js';
import { atLeast, type CallOptions, type Settings } from './settings.js';

/** How long the server holds the answer while the job's state does not change. */
const WAIT_SECONDS = 25;
/** Pause after an answer without news that was not held: a server that stops, or one that does not hold answers. */
const NOT_HELD_MS = 3_000;
const TIMEOUT_MS = 300_000;

export interface JobOptions {
  /** Called with each state that the server answers, including the last. */
  onProgress?: ((status: Schemas['JobStatus']) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Deadline of the job, including its submission. Default: 300,000. */
  timeoutMs?: number | undefined;
}

/**
 * Submits a job, waits for it with one held request at a time, and returns its result. Throws `JobFailedError` where it has none, and `CallTimeoutError` at
 * the deadline: the job continues, and an equal request finds it again.
 */
export async function runJob<Id extends JobOperation>(
  settings: Settings,
  id: Id,
  input: Input<Id>,
  { onProgress, signal, timeoutMs = TIMEOUT_MS }: JobOptions = {},
): Promise<JobResults[Id]> {
  atLeast('timeoutMs', 1, timeoutMs);
  const scope = new Scope(settings.signal, signal);
  let jobId = '';
  scope.arm(
    timeoutMs,
    () => new CallTimeoutError(id, `job ${jobId || 'not submitted'} after ${timeoutMs} ms`),
  );
  try {
    const submission = await call(settings, id, input, { signal: scope.signal });
    jobId = jobIdOf(submission as Schemas['JobSubmission'] | Schemas['BackfillSubmission']);
    for (let last = ''; ; ) {
      const askedAt = performance.now();
      const status = await statusOf(settings, id, jobId, scope.signal);
      onProgress?.(status);
      if (status.state === 'failed')
        throw new JobFailedError(id, jobId, status.error_code ?? null, status.error ?? 'The job failed.');
      if (status.state === 'completed') {
        if (status.data === undefined) throw new UnexpectedAnswerError(id, 200, `job ${jobId} has no result`);
        return status.data as JobResults[Id];
      }
      const isHeld = performance.now() - askedAt > (WAIT_SECONDS - 1) * 1_000;
      if (status.state === last && !isHeld) await settings.sleep(NOT_HELD_MS, scope.signal);
      last = status.state;
    }
  } finally {
    scope.close();
  }
}

function jobIdOf(submission: Schemas['JobSubmission'] | Schemas['BackfillSubmission']): string {
  return 'jobId' in submission ? submission.jobId : submission.data.query_info.request_id;
}

/** The deadline of one request is the client's, after the time for which the server holds the answer. */
function statusOf(
  settings: Settings,
  id: JobOperation,
  jobId: string,
  signal: AbortSignal,
): Promise<Schemas['JobStatus']> {
  const wait = String(WAIT_SECONDS);
  const options: CallOptions = { signal, timeoutMs: settings.timeoutMs + WAIT_SECONDS * 1_000 };
  return id === 'backfillTransaction'
    ? call(settings, 'getBackfillStatus', { requestId: jobId, wait }, options)
    : call(settings, 'getJobStatus', { jobId, wait }, options);
}
