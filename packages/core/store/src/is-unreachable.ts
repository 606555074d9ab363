import { ClickHouseError } from '@clickhouse/client';

/** ClickHouse's NETWORK_ERROR, ABORTED (server shutting down) and ALL_CONNECTION_TRIES_FAILED (ErrorCodes.cpp). */
const SERVER_AWAY: ReadonlySet<string> = new Set(['210', '236', '279']);
/** Error codes of Node's sockets and DNS resolver. "socket hang up" has the code ECONNRESET. */
const SOCKET_ERRORS: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** Whether a query failed by exceeding a deadline, ours or the client's. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || /^Timeout error|aborted a request/.test(error.message);
}

/** Whether a query failed because the server could not be reached, so that a retry may succeed. */
export function isUnreachable(error: unknown): error is Error {
  if (error instanceof ClickHouseError) return SERVER_AWAY.has(error.code);
  if (!(error instanceof Error)) return false;
  if (isTimeout(error)) return true;
  return 'code' in error && typeof error.code === 'string' && SOCKET_ERRORS.has(error.code);
}
