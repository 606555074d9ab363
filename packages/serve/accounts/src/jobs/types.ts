export type JobState = 'queued' | 'active' | 'completed' | 'failed';

/**
 * Why a job failed. `failed`: its handler threw a `JobError`. `timed_out`; `cancelled`. `interrupted`: its
 * workers died too often. `internal`: an error whose details are only in the log, under the id in the message.
 */
export type JobErrorCode = 'failed' | 'timed_out' | 'cancelled' | 'interrupted' | 'internal';

export interface JobStatus {
  readonly id: string;
  readonly kind: string;
  readonly state: JobState;
  /** 0..100 */
  readonly progress: number;
  readonly createdAt: Date;
  /** When its latest run started; null while it waits. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Its result as JSON, at most 20 MB; only of a completed job. */
  readonly dataJson?: string;
  /** Only of a failed job; safe to show to its account. */
  readonly error?: { readonly code: JobErrorCode; readonly message: string };
}

export interface JobRequest {
  readonly account: string;
  readonly kind: string;
  /** JSON, at most 1 MB in canonical form. */
  readonly request: unknown;
  /**
   * Maximum age of the data of an earlier job of the same request. Default and upper limit: the settings'
   * `freshMs`.
   */
  readonly maxAgeMs?: number;
  /**
   * Whether a result with this basis would be the same now. Called, outside of any transaction, before a
   * completed job answers. Without this function, or where the job has no basis, age alone decides.
   */
  readonly isCurrent?: (basis: string) => Promise<boolean>;
}

/** Basis of a result. */
export interface JobBasis {
  /** Passed to `isCurrent`. */
  readonly text: string;
  /** The age of reused data when the job started. */
  readonly reusedAgeMs: number;
}

export interface JobContext {
  readonly jobId: string;
  readonly account: string;
  /**
   * Fires when the job's result is no longer wanted or may no longer be written: its deadline passed, it was
   * cancelled, this process stops, or its lease was lost. The handler should end soon, and cancel what it
   * started elsewhere.
   */
  readonly signal: AbortSignal;
  /** Maximum age of data that the handler may reuse. */
  readonly maxAgeMs: number;
  /** 0..100, written with the next renewal of the lease. */
  progress(percent: number): void;
  /** Sets the basis of the result, to be stored with it; the last call counts. */
  basedOn(text: string, reusedAgeMs?: number): void;
}

/** Returns a JSON value, at most 20 MB as text. An error fails the job: see JobError. */
export type JobHandler = (request: unknown, context: JobContext) => Promise<unknown>;

/**
 * Thrown by a handler to fail its job with a message for the job's account. The job is not run again; an equal request
 * starts a new one. Any other error is logged, and shown as "internal error".
 */
export class JobError extends Error {
  override readonly name = 'JobError';
  /** The code of the failed job. */
  readonly code = 'failed' satisfies JobErrorCode;
}

/** The account has as many waiting jobs as it may: nothing was submitted. A retry helps once one of them has ended. */
export class JobRefusedError extends Error {
  override readonly name = 'JobRefusedError';
  readonly code = 'too_many_jobs';
  constructor(
    /** How many jobs wait. */
    readonly queued: number,
    readonly retryAfterSeconds: number,
  ) {
    super(`${queued} jobs of this account are waiting already`);
  }
}

export interface LaneLimits {
  readonly runningPerAccount: number;
  readonly queuedPerAccount: number;
}
