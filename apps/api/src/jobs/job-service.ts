import {
  AccountsUnavailableError,
  JobRefusedError,
  type JobState,
  type JobStatus,
  type Jobs,
} from '@tickscope/accounts';
import type { components } from '@tickscope/schemas';
import { accountOf } from '../account.js';
import { accountsFailureReason } from '../database/accounts-failure.js';
import type { FailureReason } from '../database/failure.js';
import { ApiError } from '../errors.js';
import { JsonText } from '../json-text.js';
import type { QueryContext, RequestContext } from '../request-context.js';
import { HeldAnswers } from './held-answers.js';
import type { JobKind, JobTypes } from './job-kind.js';

type JobSubmission = components['schemas']['JobSubmission'];
type JobStatusRecord = components['schemas']['JobStatus'];

/** Jobs for the operations: every failure becomes an API error. */
export interface JobService {
  /**
   * Returns an earlier job of the same request if its data is not older than `maxAgeSeconds` and its basis has
   * not changed. Throws `ApiError` `too_many_requests` where too many jobs wait, `unavailable` where Postgres
   * is away.
   */
  submit<Kind extends JobKind>(
    kind: Kind,
    request: JobTypes[Kind]['request'],
    maxAgeSeconds: number,
    context: RequestContext,
  ): Promise<JobSubmission>;
  /**
   * Holds the answer up to `waitSeconds` until the state changes. Throws `ApiError` `job_not_found`, also for a job of
   * another account or of another kind than `kind`, and `too_many_requests` where the account holds enough answers.
   */
  status(
    jobId: string,
    context: RequestContext,
    options: { waitSeconds: number; kind?: JobKind },
  ): Promise<JobStatusRecord>;
  /** Ends all held answers: the service stops. */
  close(): void;
}

/**
 * @param jobs null: no Postgres is configured
 * @param isCurrent whether a result with this basis would be the same now
 */
export function createJobService(
  jobs: Jobs | null,
  isCurrent: (basis: string, context: QueryContext) => Promise<boolean>,
): JobService {
  const held = new HeldAnswers();

  async function find(jobId: string, context: RequestContext, kind?: JobKind): Promise<JobStatus> {
    const status = await answered(jobs, (it) => it.status(accountOf(context), jobId));
    if (status === null || (kind !== undefined && status.kind !== kind))
      throw new ApiError('job_not_found', {
        details: `There is no job ${jobId.slice(0, MAX_SHOWN_ID)}, or none any more: results are kept for 24 hours.`,
      });
    return status;
  }

  return {
    async submit(kind, request, maxAgeSeconds, context) {
      const { jobId, deduplicated, state, ageSeconds } = await answered(jobs, (it) =>
        it.submit({
          ...{ account: accountOf(context), kind, request },
          maxAgeMs: maxAgeSeconds * 1_000,
          isCurrent: (basis) => isCurrent(basis, context),
        }),
      );
      context.cache = deduplicated ? 'hit' : 'miss';
      return {
        success: true,
        jobId,
        status: submittedStatus(state),
        age_seconds: ageSeconds,
        message: messageOf(submittedStatus(state), statusPath(kind, jobId)),
      };
    },
    async status(jobId, context, { waitSeconds, kind }) {
      const status = await find(jobId, context, kind);
      const { id, state } = status;
      const mayChange = state === 'queued' || state === 'active';
      if (waitSeconds === 0 || !mayChange || jobs === null) return statusRecord(status);
      const { signal } = context;
      const heldFor = {
        ...{ account: accountOf(context), sharer: context.account },
        ...{ seconds: waitSeconds, signal },
      };
      await held.hold(heldFor, (over) => jobs.changes.after(id, state, over));
      return statusRecord(signal.aborted ? status : await find(jobId, context, kind));
    },
    close: () => held.close(),
  };
}

type SubmittedStatus = JobSubmission['status'];

/** A submission never returns a failed job. */
function submittedStatus(state: JobState): SubmittedStatus {
  if (state === 'failed') throw new Error('the submission returned a failed job instead of a new one');
  return state;
}

function statusPath(kind: JobKind, jobId: string): string {
  const path = kind === 'backfill-transaction' ? 'backfill-status' : 'mev/job-status';
  return `/api/${path}/${jobId}`;
}

function messageOf(status: SubmittedStatus, path: string): string {
  if (status === 'queued') return `Queued. Poll GET ${path} for the result.`;
  if (status === 'active') return `Running. Poll GET ${path} for the result.`;
  return `Completed. GET ${path} has the result.`;
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
  const { id, kind, state, progress, createdAt, startedAt, finishedAt, dataJson, error } = status;
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
    ...(state === 'completed' ? { data: storedResult(dataJson ?? 'null') } : {}),
    ...(error === undefined ? {} : { error: error.message, error_code: error.code }),
  };
}

type JobResult = NonNullable<JobStatusRecord['data']>;

/** Written into the answer as it is (`answerJson`). */
function storedResult(json: string): JobResult {
  return new JsonText(json) as unknown as JobResult;
}
