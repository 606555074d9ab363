/** A failure that the person at the terminal can do something about; its message says what. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
