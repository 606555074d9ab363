import { OneServerOnlyError, OtherSchemaError } from '@tickscope/store';
import { CommanderError } from 'commander';
import { ApiFailureError } from './api/failures.js';
import { CliError } from './cli-error.js';

export const EXIT = { answered: 0, failed: 1, usage: 2, notFound: 3, unreachable: 4 } as const;

export const EXIT_CODES_HELP = `Exit codes: 0 answered, 2 usage, 3 not found, 4 not reachable, 1 any other failure.`;

/** An expected failure as a sentence, anything else with its stack; empty where commander has printed it. */
export function failureText(error: unknown): string {
  if (error instanceof CommanderError) return '';
  const text =
    error instanceof CliError || error instanceof OtherSchemaError || error instanceof OneServerOnlyError
      ? error.message
      : ((error as Error).stack ?? String(error));
  return `tickscope: ${text}\n`;
}

/** The code that the program exits with after a failure. */
export function exitCodeOf(error: unknown): number {
  // Help and version that were asked for have the code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.answered : EXIT.usage;
  if (error instanceof ApiFailureError) return ofStatus(error);
  if (!(error instanceof CliError)) return EXIT.failed;
  switch (error.code) {
    case 'usage':
      return EXIT.usage;
    case 'not_found':
      return EXIT.notFound;
    case 'unreachable':
    case 'api_unreachable':
      return EXIT.unreachable;
    default:
      return EXIT.failed;
  }
}

function ofStatus({ status, isUnknownOperation }: ApiFailureError): number {
  if (status === 400) return EXIT.usage;
  // The address of something else is not an answer about what was asked for.
  if (status === 404) return isUnknownOperation ? EXIT.unreachable : EXIT.notFound;
  return status === 502 || status === 503 || status === 504 ? EXIT.unreachable : EXIT.failed;
}
