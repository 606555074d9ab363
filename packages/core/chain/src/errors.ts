/**
 * Input that cannot be read, or contradicts itself or the chain's rules. Has a stable code, so that callers can count
 * causes without parsing messages. A retry with the same input fails again.
 */
export class ChainDataError extends Error {
  override readonly name = 'ChainDataError';
  constructor(
    readonly code: ChainDataErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export type ChainDataErrorCode =
  /** The bytes do not have the expected format. */
  | 'malformed'
  /** A field has a value that no validator produces. */
  | 'bad_value'
  /** The block lacks something that its source promised. */
  | 'incomplete'
  /** Two facts of the same block disagree. */
  | 'contradiction'
  /** A valid format that this version does not read. */
  | 'unsupported';
