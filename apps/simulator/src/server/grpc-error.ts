import { status } from '@grpc/grpc-js';

/**
 * A call or stream is ended with the status and text of yellowstone-grpc. `code` is the number of the gRPC protocol,
 * not a text as in other errors. A retry may help the client for UNAVAILABLE only.
 */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  constructor(
    readonly code: status,
    readonly details: string,
  ) {
    super(details);
  }
}

export function invalidArgument(details: string): GrpcError {
  return new GrpcError(status.INVALID_ARGUMENT, details);
}

export function internal(details: string): GrpcError {
  return new GrpcError(status.INTERNAL, details);
}
