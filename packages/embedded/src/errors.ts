export type EmbeddedErrorCode =
  | 'unsupported_platform'
  | 'data_dir_locked'
  | 'data_dir_unusable'
  | 'port_taken'
  | 'start_failed'
  | 'run_file_invalid';

/** An error of an embedded server, with a message for the operator who started it. */
export class EmbeddedError extends Error {
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedError';
    this.code = code;
  }
}
