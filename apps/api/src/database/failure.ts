import { ClickHouseError } from '@clickhouse/client';
import { isTimeout, isUnreachable } from '@tickscope/store';
import { QueryRefusedError } from './query-queue.js';

/** Why a query failed, as far as it matters to a caller. */
export type FailureReason =
  /** The connection failed or broke. */
  | 'unreachable'
  /** No answer before the deadline. */
  | 'timeout'
  /** The server is overloaded, or the queue here refused the query. */
  | 'busy'
  /** Wrong user or password, or missing rights. */
  | 'refused'
  /** The tables are missing or have another version. */
  | 'not_migrated'
  /** Files of the server are damaged, or cannot be read. */
  | 'damaged'
  /** An error in the query or in this program. */
  | 'bug';

/** ClickHouse's error numbers, which are part of its interface (ErrorCodes.cpp). */
const REASONS: Readonly<Record<string, FailureReason>> = {
  // TIMEOUT_EXCEEDED, TOO_SLOW, SOCKET_TIMEOUT, QUERY_WAS_CANCELLED
  '159': 'timeout',
  '160': 'timeout',
  '209': 'timeout',
  '394': 'timeout',
  // TOO_MANY_SIMULTANEOUS_QUERIES, MEMORY_LIMIT_EXCEEDED, QUOTA_EXCEEDED, NO_FREE_CONNECTION, CANNOT_SCHEDULE_TASK
  '202': 'busy',
  '241': 'busy',
  '201': 'busy',
  '203': 'busy',
  '439': 'busy',
  // UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, IP_ADDRESS_NOT_ALLOWED, ACCESS_DENIED, AUTHENTICATION_FAILED
  '192': 'refused',
  '193': 'refused',
  '194': 'refused',
  '195': 'refused',
  '497': 'refused',
  '516': 'refused',
  // UNKNOWN_TABLE, UNKNOWN_DATABASE, NO_SUCH_COLUMN_IN_TABLE, UNKNOWN_IDENTIFIER
  '60': 'not_migrated',
  '81': 'not_migrated',
  '16': 'not_migrated',
  '47': 'not_migrated',
  // CANNOT_READ_ALL_DATA, CHECKSUM_DOESNT_MATCH, NO_FILE_IN_DATA_PART, CORRUPTED_DATA, CANNOT_DECOMPRESS
  '33': 'damaged',
  '40': 'damaged',
  '226': 'damaged',
  '246': 'damaged',
  '271': 'damaged',
};

/**
 * Classifies an error of a ClickHouse query. Any error that did not come from the server counts as a failure to
 * reach it.
 */
export function failureReason(error: unknown): FailureReason {
  if (error instanceof QueryRefusedError) return 'busy';
  if (error instanceof ClickHouseError)
    return REASONS[error.code] ?? (isUnreachable(error) ? 'unreachable' : 'bug');
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return 'bug';
  return isTimeout(error) ? 'timeout' : 'unreachable';
}
