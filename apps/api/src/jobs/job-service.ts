import { AccountsUnavailableError, JobRefusedError, type JobStatus, type Jobs } from '@tickscope/accounts';
import type { components } from '@tickscope/schemas';
import { accountOf } from '../account.js';
import { accountsFailureReason } from '../database/accounts-failure.js';
import type { FailureReason } from '../database/failure.js';
import { ApiError } from '../errors.js';
import type { RequestContext } from '../request-context.js';
import type { JobKind } from './job-kind.js';

type JobSubmission = components['schemas']['JobSubmission'];
type JobStatusRecord = components['schemas']['JobStatus'];

/** Jobs as the operations see them: every failure is an answer. */
export interface JobService {
  /** Throws `ApiError` `too_many_requests` where too many wait, `unavailable` where Postgres is away. */
  submit(kind: JobKind, request: object, context: RequestContext): Promise<JobSubmission>;
  /** Throws `ApiError` `job_not_found` also for another account's job, and for one of another kind than `kind`. */
  status(jobId: string, context: RequestContext, kind?: JobKind): Promise<JobStatusRecord>;
}

/** @param jobs null: there is no Postgres */
export function createJobService(jobs: Jobs | null): JobService {
  return {
    async submit(kind, request, context) {
      const account = accountOf(context);
      const { jobId, deduplicated } = await answered(jobs, (it) => it.submit({ account, kind, request }));
      context.cache = deduplicated ? 'hit' : 'miss';
      const message = `Queued. Poll GET /api/mev/job-status/${jobId} for the result.`;
      return { success: true, jobId, status: 'queued', message };
    },
    async status(jobId, context, kind) {
      const status = await answered(jobs, (it) => it.status(accountOf(context), jobId));
      if (status === null || (kind !== undefined && status.kind !== kind))
        throw new ApiError('job_not_found', {
          details: `There is no job ${jobId.slice(0, MAX_SHOWN_ID)}, or none any more: results are kept for 24 hours.`,
        });
      return statusRecord(status);
    },
  };
}

const MAX_SHOWN_ID = 64;
const NOT_SET_UP_WAIT_SECONDS = 30;

async function answered<T>(jobs: Jobs | null, ask: (jobs: Jobs) => Promise<T>): Promise<T> {
  if (jobs === null)
    throw new ApiError('unavailable', {
      details: 'This service runs without the database of jobs.',
      retryAfterSeconds: NOT_SET_UP_WAIT_SECONDS,
      internal: 'DATABASE_URL is not set',
    });
  try {
    return await ask(jobs);
  } catch (cause) {
    throw toApiError(cause);
  }
}

const NOT_SET_UP: ReadonlySet<FailureReason> = new Set(['refused', 'not_migrated']);

function toApiError(cause: unknown): unknown {
  if (cause instanceof JobRefusedError)
    return new ApiError('too_many_requests', {
      details: `${cause.queued} jobs are waiting already: wait for one to be done.`,
      retryAfterSeconds: cause.retryAfterSeconds,
    });
  if (cause instanceof AccountsUnavailableError)
    return new ApiError('unavailable', {
      details: 'The database of jobs does not answer.',
      retryAfterSeconds: cause.retryAfterSeconds,
      internal: cause.message,
      cause,
    });
  if (NOT_SET_UP.has(accountsFailureReason(cause)))
    return new ApiError('unavailable', {
      details: 'The database of jobs is not set up for this version.',
      retryAfterSeconds: NOT_SET_UP_WAIT_SECONDS,
      internal: `jobs: ${String(cause)}`,
      cause,
    });
  return cause;
}

function statusRecord(status: JobStatus): JobStatusRecord {
  const { id, kind, state, progress, createdAt, startedAt, finishedAt, data, error } = status;
  return {
    success: state !== 'failed',
    id,
    jobId: id,
    kind: kind as JobKind,
    state,
    progress,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    ...(state === 'completed' ? { data: data as JobResult } : {}),
    ...(error === undefined ? {} : { error: error.message, error_code: error.code }),
  };
}

type JobResult = NonNullable<JobStatusRecord['data']>;
