/**
 * Postgres is unreachable, starting, stopping, overloaded or too slow; the request itself is valid. A retry may help
 * after `retryAfterSeconds`.
 */
export class AccountsUnavailableError extends Error {
  override readonly name = 'AccountsUnavailableError';
  readonly code = 'accounts_unavailable';
  constructor(
    cause: unknown,
    readonly retryAfterSeconds = 5,
  ) {
    super(`the accounts database is not available: ${messageOf(cause)}`, { cause });
  }
}

/**
 * SQLSTATE classes and codes ("Appendix A. PostgreSQL Error Codes"): connection exceptions, insufficient
 * resources, operator intervention, system errors; a read-only standby, a lock or statement that took too long, a
 * session ended for idling.
 */
const UNAVAILABLE_STATES = /^(08|53|57|58)|^(25006|25P03|55P03)$/;

/** Node's error codes of sockets and name look-ups. */
const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'],
]);

/** Messages of errors that `pg` and its pool throw without a code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether an error of `pg` means that the database cannot be reached or cannot answer now. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AccountsUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_STATES.test(code))) return true;
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnavailable);
  return UNAVAILABLE_MESSAGES.test(error.message);
}

/** The error as callers see it: `AccountsUnavailableError` where the database is unavailable, else unchanged. */
export function translated(error: unknown): unknown {
  if (error instanceof AccountsUnavailableError || !isUnavailable(error)) return error;
  return new AccountsUnavailableError(error);
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
