export interface ErrorFacts {
  /** HTTP status; null where the error did not come from an answer. */
  status: number | null;
  /** The API's short text, such as `Too many requests`. */
  error: string;
  /** An array for validation failures, with one message per field. */
  details: string | string[];
  /** Identifies the request in the server's log; null without an answer. */
  requestId?: string | null;
  /** When to retry; null where the answer did not say. */
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

export type TickscopeErrorCode =
  /** The API answered with an error; `status` and `error` say which. */
  | 'api_error'
  /** The connection failed. */
  | 'no_answer'
  /** The deadline passed. */
  | 'timeout'
  /** The answer did not come from the API. */
  | 'unexpected_answer'
  /** The job has no result. */
  | 'job_failed';

/**
 * An error answer of the API, and the base class of all errors of a call, except the reason of a signal that the caller
 * aborted. The client has retried where that is safe. A later retry may help for 429 and 5xx, after `retryAfterSeconds`
 * where that is given.
 */
export class TickscopeError extends Error {
  override readonly name: string = 'TickscopeError';
  readonly code: TickscopeErrorCode = 'api_error';
  readonly status: number | null;
  readonly error: string;
  readonly details: string | string[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  /** `what` is an operation's id. */
  constructor(what: string, { status, error, details, requestId, retryAfterSeconds, cause }: ErrorFacts) {
    const detailText = [details].flat().join('; ');
    const about = `${status === null ? '' : `${status} `}${error}`;
    super(
      `${what}: ${about}${detailText === '' ? '' : ` (${detailText})`}`,
      cause === undefined ? {} : { cause },
    );
    this.status = status;
    this.error = error;
    this.details = details;
    this.requestId = requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/**
 * The connection failed before the answer was complete. `cause` is the error of `fetch`. A retry may help; the operation
 * may have been done all the same.
 */
export class NoAnswerError extends TickscopeError {
  override readonly name = 'NoAnswerError';
  override readonly code = 'no_answer';

  constructor(what: string, cause: unknown) {
    super(what, { status: null, error: 'No answer', details: reasonOf(cause), cause });
  }
}

/**
 * The deadline of a call or a job passed, or the live feed was silent for too long. A retry may help; a job continues,
 * and an equal request finds it again.
 */
export class CallTimeoutError extends TickscopeError {
  override readonly name = 'CallTimeoutError';
  override readonly code = 'timeout';

  constructor(what: string, details: string) {
    super(what, { status: null, error: 'Timed out', details });
  }
}

/**
 * The answer did not come from the API of this version: another service, a proxy's page, a redirect. A retry fails again
 * until `baseUrl` or what is in between has changed.
 */
export class UnexpectedAnswerError extends TickscopeError {
  override readonly name = 'UnexpectedAnswerError';
  override readonly code = 'unexpected_answer';

  constructor(what: string, status: number | null, details: string, requestId: string | null = null) {
    super(what, { status, error: 'Unexpected answer', details, requestId });
  }
}

/** A job ended without a result; `error` says why. An equal request starts a new job, which may succeed. */
export class JobFailedError extends TickscopeError {
  override readonly name = 'JobFailedError';
  override readonly code = 'job_failed';

  constructor(
    what: string,
    readonly jobId: string,
    /** The server's code of the failure, for example `timed_out`; null where it gives none. */
    readonly jobCode: string | null,
    error: string,
  ) {
    super(what, { status: null, error, details: `job ${jobId}` });
  }
}

/**
 * The system's error code, such as `ECONNREFUSED`. Other errors' texts are not repeated, because they may
 * contain anything; they stay in `cause`.
 */
function reasonOf(thrown: unknown): string {
  for (const error of [thrown, thrown instanceof Error ? thrown.cause : undefined])
    if (error instanceof Error && 'code' in error && /^[A-Z_]+$/.test(String(error.code)))
      return String(error.code);
  return 'the connection failed';
}
