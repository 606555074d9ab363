export interface ErrorFacts {
  /** HTTP status; null where the error is not an answer's. */
  status: number | null;
  /** The API's short text, such as `Too many requests`. */
  error: string;
  /** An array for validation failures, one message a field. */
  details: string | string[];
  /** Names the answer in the server's log; null where there was none. */
  requestId?: string | null;
  /** When it may be tried again; null where nobody said. */
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/** Whatever a call can fail with, but for the reason of a signal that its caller aborted. */
export class TickscopeError extends Error {
  override readonly name: string = 'TickscopeError';
  readonly status: number | null;
  readonly error: string;
  readonly details: string | string[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  /** `what` was asked: an operation's id. */
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

/** The connection failed before a whole answer came. `cause` has what `fetch` threw. */
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

/** An answer that is not what the API gives: another service's, a proxy's page, a redirect. */
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
    /** Such as `timed_out`; null where the server gives none. */
    readonly code: string | null,
    error: string,
  ) {
    super(what, { status: null, error, details: `job ${jobId}` });
  }
}

/** The system's code, such as `ECONNREFUSED`; texts of other errors may say anything, and stay in `cause`. */
function reasonOf(thrown: unknown): string {
  for (const error of [thrown, thrown instanceof Error ? thrown.cause : undefined])
    if (error instanceof Error && 'code' in error && /^[A-Z_]+$/.test(String(error.code)))
      return String(error.code);
  return 'the connection failed';
}
