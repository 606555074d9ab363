import { type Accounts, AccountsUnavailableError } from '@tickscope/accounts';
import { accountsFailureReason } from '../database/accounts-failure.js';
import { ApiError } from '../errors.js';
import { KeysUnavailableError } from './jwks.js';

const NOT_SET_UP_WAIT_SECONDS = 30;
/** As long as the pause before the JWT keys are read again. */
const KEYS_WAIT_SECONDS = 30;

/**
 * Runs work that needs the accounts database. While the database is away, callers can neither be authenticated
 * nor counted: the answer is 503, never access and never "wrong key".
 */
export async function withAccounts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toApiError(error);
  }
}

/** Like `withAccounts`, where no Postgres may be configured (null): then the answer is 503, too. */
export function askAccounts(accounts: Accounts | null) {
  return async <T>(ask: (accounts: Accounts) => Promise<T>): Promise<T> => {
    if (accounts === null)
      throw new ApiError('unavailable', {
        details: 'This service runs without the database of accounts.',
        retryAfterSeconds: NOT_SET_UP_WAIT_SECONDS,
        internal: 'DATABASE_URL is not set',
      });
    return withAccounts(() => ask(accounts));
  };
}

function toApiError(cause: unknown): unknown {
  if (cause instanceof AccountsUnavailableError)
    return unavailable('The database of accounts does not answer.', cause.retryAfterSeconds, cause);
  if (cause instanceof KeysUnavailableError)
    return unavailable('The keys of the identity provider cannot be read.', KEYS_WAIT_SECONDS, cause);
  if (cause instanceof ApiError || accountsFailureReason(cause) === 'bug') return cause;
  return unavailable(
    'The database of accounts is not set up for this version.',
    NOT_SET_UP_WAIT_SECONDS,
    cause,
  );
}

function unavailable(details: string, retryAfterSeconds: number, cause: unknown): ApiError {
  return new ApiError('unavailable', {
    details,
    retryAfterSeconds,
    internal: `accounts: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  });
}
