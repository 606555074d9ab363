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

/** The base class of all errors of a call, except the reason of a signal that the caller aborted. */
export class TickscopeError extends Error {
  override readonly name: string = 'TickscopeError';
  readonly status: number | null;
  readonly error: string;
  readonly details: string | string[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  /** `what` is an operation's id. */
  constructor(what: string, { status, error, details, requestId, retryAfterSeconds, cause }: ErrorFacts) {
    const told = [details].flat().join('; ');
    const about = `${status === null ? '' : `${status} `}${error}`;
    super(`${what}: ${about}${told === '' ? '' : ` (${told})`}`, cause === undefined ? {} : { cause });
    this.status = status;
    this.error = error;
    this.details = details;
    this.requestId = requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** The connection failed before the answer was complete. `cause` is the error of `fetch`. */
export class NoAnswer extends TickscopeError {
  override readonly name = 'NoAnswer';

  constructor(what: string, cause: unknown) {
    super(what, { status: null, error: 'No answer', details: reasonOf(cause), cause });
  }
}

/** A deadline passed. */
export class TimedOut extends TickscopeError {
  override readonly name = 'TimedOut';

  constructor(what: string, details: string) {
    super(what, { status: null, error: 'Timed out', details });
  }
}

/** The answer did not come from the API: another service, a proxy's page, a redirect. */
export class UnexpectedAnswer extends TickscopeError {
  override readonly name = 'UnexpectedAnswer';

  constructor(what: string, status: number | null, details: string, requestId: string | null = null) {
    super(what, { status, error: 'Unexpected answer', details, requestId });
  }
}

/** A job ended without a result. `error` says why. */
export class JobFailed extends TickscopeError {
  override readonly name = 'JobFailed';

  constructor(
    what: string,
    readonly jobId: string,
    /** For example `timed_out`; null where the server gives none. */
    readonly code: string | null,
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
