export type EmbeddedErrorCode =
  | 'unsupported_platform'
  | 'data_dir_locked'
  | 'data_dir_unusable'
  | 'port_taken'
  | 'start_failed'
  | 'run_file_invalid';

/**
 * An embedded server cannot start, or its data folder cannot be used. The message tells the operator what to change. A
 * retry helps after that, or where another program frees the folder (`data_dir_locked`) or the port (`port_taken`).
 */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
  constructor(
    readonly code: EmbeddedErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
