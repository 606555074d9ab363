import { status } from '@grpc/grpc-js';

/** An error with the gRPC status and the text that yellowstone-grpc answers with. */
export class GrpcError extends Error {
  readonly code: status;
  readonly details: string;

  constructor(code: status, details: string) {
    super(details);
    this.code = code;
    this.details = details;
  }
}

export function invalidArgument(details: string): GrpcError {
  return new GrpcError(status.INVALID_ARGUMENT, details);
}

export function internal(details: string): GrpcError {
  return new GrpcError(status.INTERNAL, details);
}
