import {
  type Accounts,
  type ApiKey,
  type CreatedKey,
  createKey,
  KeyLimitError,
  type KeyRequest,
  listKeys,
  MAX_LIVE_KEYS,
  revokeKey,
} from '@tickscope/accounts';
import { ApiError } from '../errors.js';
import { withAccounts } from './with-accounts.js';

/** Key management for the operations: every failure becomes an API error. */
export interface KeyService {
  create(request: KeyRequest): Promise<CreatedKey>;
  list(account: string): Promise<ApiKey[]>;
  /** False where the account has no such key. */
  revoke(account: string, id: string): Promise<boolean>;
}

const NOT_SET_UP_WAIT_SECONDS = 30;

/** @param accounts null: no Postgres is configured */
export function createKeyService(accounts: Accounts | null): KeyService {
  const answered = async <T>(ask: (accounts: Accounts) => Promise<T>): Promise<T> => {
    if (accounts === null)
      throw new ApiError('unavailable', {
        details: 'This service runs without the database of accounts.',
        retryAfterSeconds: NOT_SET_UP_WAIT_SECONDS,
        internal: 'DATABASE_URL is not set',
      });
    return withAccounts(() => ask(accounts));
  };
  return {
    async create(request) {
      try {
        return await answered((it) => createKey(it, request));
      } catch (error) {
        if (!(error instanceof KeyLimitError)) throw error;
        throw new ApiError('key_limit', {
          details: `An account has at most ${MAX_LIVE_KEYS} keys that are neither revoked nor expired: revoke one first.`,
          cause: error,
        });
      }
    },
    list: (account) => answered((it) => listKeys(it, account)),
    revoke: (account, id) => answered((it) => revokeKey(it, account, id)),
  };
}
