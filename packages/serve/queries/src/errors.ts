/** `validation_failed`: the question contradicts itself. `unavailable`: no answer now, but perhaps later. */
export type ReadErrorCode = 'validation_failed' | 'unavailable';

export interface ReadErrorOptions {
  /** For the caller. A list for validation failures, with one message per field. */
  details: string | string[];
  retryAfterSeconds?: number;
  /** For the log only. */
  internal?: string;
  cause?: unknown;
}

/**
 * A question that was not answered, and what its caller can do about it. A retry may help for `unavailable` only, after
 * `options.retryAfterSeconds` where that is given.
 */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  constructor(
    readonly code: ReadErrorCode,
    readonly options: ReadErrorOptions,
  ) {
    super(options.internal ?? String(options.details), { cause: options.cause });
  }
}
