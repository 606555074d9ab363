/**
 * Texts of the gRPC status codes (`Code::description` of tonic, the native client's gRPC library). The native client
 * reports the status only as text.
 */
const CODES = {
  'The operation was cancelled': 'cancelled',
  'Unknown error': 'unknown',
  'Client specified an invalid argument': 'invalid_argument',
  'Deadline expired before operation could complete': 'deadline_exceeded',
  'Some requested entity was not found': 'not_found',
  'Some entity that we attempted to create already exists': 'already_exists',
  'The caller does not have permission to execute the specified operation': 'permission_denied',
  'Some resource has been exhausted': 'resource_exhausted',
  "The system is not in a state required for the operation's execution": 'failed_precondition',
  'The operation was aborted': 'aborted',
  'Operation was attempted past the valid range': 'out_of_range',
  'Operation is not implemented or not supported': 'unimplemented',
  'Internal error': 'internal',
  'The service is currently unavailable': 'unavailable',
  'Unrecoverable data loss or corruption': 'data_loss',
  'The request does not have valid authentication credentials': 'unauthenticated',
} as const;

export type GrpcStatus = (typeof CODES)[keyof typeof CODES];

/** Matches the first status, so the server's own text, which follows it, cannot be mistaken for one. */
const STATUS = /code: '(.*?)', message: "/;

/** Null for errors that are not from gRPC, such as a failed connection or our own timeout. */
export function grpcStatusOf(error: Error): GrpcStatus | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const words = STATUS.exec(cause.message)?.[1];
    if (words !== undefined && Object.hasOwn(CODES, words)) return CODES[words as keyof typeof CODES];
  }
  return null;
}
