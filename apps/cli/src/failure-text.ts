import { CliError } from './cli-error.js';

/** An expected failure as a sentence, anything else with its stack. */
export function failureText(error: unknown): string {
  const text = error instanceof CliError ? error.message : ((error as Error).stack ?? String(error));
  return `tickscope: ${text}\n`;
}
