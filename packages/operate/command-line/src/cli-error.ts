/** `needs_operator`: any failure without a class of its own. */
export type CliErrorCode =
  | 'needs_operator'
  | 'usage'
  | 'not_found'
  | 'unreachable'
  | 'api_failure'
  | 'api_unreachable';

/**
 * A failure that the operator can fix; its message says how. It is printed without a stack, and the program exits with
 * the code that `exitCodeOf` gives it. A retry of the command helps after the fix.
 */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly code: CliErrorCode = 'needs_operator';
}

/** The command line does not say what to do: a wrong option, or options that exclude each other. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';
  override readonly code = 'usage';
}

/** The subject of a question is not stored, or does not exist. */
export class NotFoundError extends CliError {
  override readonly name = 'NotFoundError';
  override readonly code = 'not_found';
}

/** A server that the command needs does not run, or does not answer. A retry may help. */
export class UnreachableError extends CliError {
  override readonly name = 'UnreachableError';
  override readonly code = 'unreachable';
}
