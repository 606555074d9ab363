export type JobState = 'queued' | 'active' | 'completed' | 'failed';

/**
 * Why a job failed: `failed` as its handler says; `timed_out`; `cancelled`; `interrupted`, its workers died too often;
 * `internal`, an error whose details are in the log only, under the id that the message names.
 */
export type JobErrorCode = 'failed' | 'timed_out' | 'cancelled' | 'interrupted' | 'internal';

export interface JobStatus {
  readonly id: string;
  readonly kind: string;
  readonly state: JobState;
  /** 0..100 */
  readonly progress: number;
  readonly createdAt: Date;
  /** Of its latest start; null while it waits. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Of a completed job. */
  readonly data?: unknown;
  /** Of a failed job; fit to be shown to its account. */
  readonly error?: { readonly code: JobErrorCode; readonly message: string };
}

export interface JobRequest {
  readonly account: string;
  readonly kind: string;
  /** JSON, at most 1 MB in canonical form. */
  readonly request: unknown;
  /** How old the data of an earlier job of the same request may be; the settings' `freshMs` at most, and by default. */
  readonly maxAgeMs?: number;
  /**
   * Whether a result whose basis is this text would be the same now. Asked, outside of any transaction, before a
   * completed job answers; where it is left out, or the job has no basis, age alone decides.
   */
  readonly isCurrent?: (basis: string) => Promise<boolean>;
}

/** What a result was computed from. */
export interface JobBasis {
  /** As `isCurrent` will get it. */
  readonly text: string;
  /** How much older than the job's start the data was that it reused. */
  readonly reusedAgeMs: number;
}

export interface JobContext {
  readonly jobId: string;
  readonly account: string;
  /**
   * Fires when the job's result is no longer wanted or may no longer be written: its deadline, a cancellation, a stop
   * of this process, a lost lease. A handler ends soon after, and cancels what it started elsewhere.
   */
  readonly signal: AbortSignal;
  /** How old data may be that the handler reuses. */
  readonly maxAgeMs: number;
  /** 0..100, written with the next renewal of the lease. */
  progress(percent: number): void;
  /** Says what the result is computed from, to be stored with it; the last call counts. */
  basedOn(text: string, reusedAgeMs?: number): void;
}

/** Returns what JSON can hold, at most 20 MB as text. What it throws fails the job: see JobFailure. */
export type JobHandler = (request: unknown, context: JobContext) => Promise<unknown>;

/** A failure whose message is for the account that asked. Any other error is logged, and shown as "internal error". */
export class JobFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JobFailure';
  }
}

/** The account has as many jobs waiting as it may: nothing was submitted. */
export class JobRefusedError extends Error {
  readonly retryAfterSeconds: number;
  readonly queued: number;

  constructor(queued: number, retryAfterSeconds: number) {
    super(`${queued} jobs of this account are waiting already`);
    this.name = 'JobRefusedError';
    this.queued = queued;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface LaneLimits {
  readonly runningPerAccount: number;
  readonly queuedPerAccount: number;
}
