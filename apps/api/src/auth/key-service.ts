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
import { askAccounts } from './with-accounts.js';

/** Key management for the operations: every failure becomes an API error. */
export interface KeyService {
  create(request: KeyRequest): Promise<CreatedKey>;
  list(account: string): Promise<ApiKey[]>;
  /** False where the account has no such key. */
  revoke(account: string, id: string): Promise<boolean>;
}

/** @param accounts null: no Postgres is configured */
export function createKeyService(accounts: Accounts | null): KeyService {
  const answered = askAccounts(accounts);
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
