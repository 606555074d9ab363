/** `needs_operator`: any failure without a class of its own. */
export type CliErrorCode = 'needs_operator' | 'api_failure' | 'api_unreachable';

/**
 * A failure that the operator can fix; its message says how. It is printed without a stack, and the program exits with
 * code 1. A retry of the command helps after the fix.
 */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly code: CliErrorCode = 'needs_operator';
}
