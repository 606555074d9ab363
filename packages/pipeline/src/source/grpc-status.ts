/**
 * The gRPC status of an error of the native client, which has it only in its text, in the words of its gRPC library
 * (`Code::description` of tonic).
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

/** The server's own text comes after the first status, so it cannot pass for one. */
const STATUS = /code: '(.*?)', message: "/;

/** `null`: the error is none of gRPC (a connection that failed, a timeout of ours). */
export function grpcStatusOf(error: Error): GrpcStatus | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const words = STATUS.exec(cause.message)?.[1];
    if (words !== undefined && Object.hasOwn(CODES, words)) return CODES[words as keyof typeof CODES];
  }
  return null;
}
