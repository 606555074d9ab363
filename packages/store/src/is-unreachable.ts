import { ClickHouseError } from '@clickhouse/client';

/** NETWORK_ERROR, ABORTED (the server stops), ALL_CONNECTION_TRIES_FAILED: ErrorCodes.cpp. */
const SERVER_AWAY: ReadonlySet<string> = new Set(['210', '236', '279']);
/** Of Node's sockets and its resolver; "socket hang up" comes as ECONNRESET. */
const SOCKET_ERRORS: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** Whether a query failed because a deadline was over: ours, or the client's own. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || /^Timeout error|aborted a request/.test(error.message);
}

/** Whether a query failed because nobody was there to answer it: sent again later, it may well be answered. */
export function isUnreachable(error: unknown): error is Error {
  if (error instanceof ClickHouseError) return SERVER_AWAY.has(error.code);
  if (!(error instanceof Error)) return false;
  if (isTimeout(error)) return true;
  return 'code' in error && typeof error.code === 'string' && SOCKET_ERRORS.has(error.code);
}
