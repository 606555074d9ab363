import {
  type Accounts,
  type AdmittedCaller,
  admitCaller,
  type Caller,
  type ExpectedCaller,
  findAccount,
} from '@tickscope/accounts';
import { accountOfJwt, type JwtRules } from './verify-jwt.js';

/** Whose credentials are. Asks Postgres every time: a key is revoked the moment it is. */
export interface Authenticate {
  /**
   * The owner of a key; null: it is nobody's.
   * @param expected whose the key is likely to be: if it is, the request is counted too
   */
  byKey(key: string, expected: ExpectedCaller | null): Promise<AdmittedCaller | null>;
  /** The account that a JWT speaks for; null: it is no good one. Does not ask Postgres. */
  verifyJwt(token: string): Promise<string | null>;
  /** The account of a JWT that was verified. */
  byAccount(account: string): Promise<Caller>;
}

export function createAuthenticate(options: {
  accounts: Accounts;
  /** null: there are API keys only. */
  jwt: JwtRules | null;
  autoTrialDays: number;
  /** The time, where it is not the clock's and the database's. */
  now?: () => Date;
}): Authenticate {
  const { accounts, jwt, autoTrialDays, now } = options;
  const clock = () => (now === undefined ? {} : { now: now() });
  return {
    byKey: (key, expected) => admitCaller(accounts, key, expected, clock()),
    verifyJwt: async (token) => (jwt === null ? null : accountOfJwt(token, jwt)),
    byAccount: (account) =>
      findAccount(accounts, account, { ...clock(), ...(autoTrialDays === 0 ? {} : { autoTrialDays }) }),
  };
}
