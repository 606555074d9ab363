import {
  type ApiAddress,
  ApiFailureError,
  ApiUnreachableError,
  CliError,
  cleanSentence,
} from '@tickscope/command-line';
import { CallTimeoutError, NoAnswerError, TickscopeError } from '@tickscope/sdk';

/** An error of the SDK as one of the command line; others are returned unchanged. */
export function cliErrorOf(error: unknown, address: ApiAddress): unknown {
  if (!(error instanceof TickscopeError)) return error;
  const details = cleanSentence([error.details].flat().join('; '));
  if (error instanceof NoAnswerError || error instanceof CallTimeoutError)
    return new ApiUnreachableError(
      `the API at ${address.url} cannot be reached (${details}). Is it running?`,
    );
  if (error.code !== 'api_error' || error.status === null)
    return new CliError(`${address.url} does not answer as a Tickscope API of this version does: ${details}`);
  const { error: text, retryAfterSeconds } = error;
  return new ApiFailureError(
    error.status,
    { error: cleanSentence(text), details: details || null, message: null, retryAfterSeconds },
    address,
  );
}
