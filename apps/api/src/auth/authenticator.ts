import {
  type Accounts,
  type AdmittedCaller,
  admitCaller,
  type Caller,
  type ExpectedCaller,
  findAccount,
} from '@tickscope/accounts';
import { accountOfJwt, type JwtRules } from './verify-jwt.js';

/** Finds the owner of credentials. It queries Postgres every time, so revoking a key takes effect at once. */
export interface Authenticator {
  /**
   * Returns the owner of a key; null for an unknown, revoked or expired key.
   * @param expected the likely owner: if it is the owner, the same query counts the request
   */
  byKey(key: string, expected: ExpectedCaller | null): Promise<AdmittedCaller | null>;
  /** Returns the account that a JWT speaks for; null if the JWT is invalid. Does not query Postgres. */
  verifyJwt(token: string): Promise<string | null>;
  /** Returns the caller of an account whose JWT was verified. */
  byAccount(account: string): Promise<Caller>;
}

export function createAuthenticator(options: {
  accounts: Accounts;
  /** null: only API keys are accepted. */
  jwt: JwtRules | null;
  autoTrialDays: number;
  /** Overrides the process clock and the database's clock, for tests. */
  now?: () => Date;
}): Authenticator {
  const { accounts, jwt, autoTrialDays, now } = options;
  const clock = () => (now === undefined ? {} : { now: now() });
  return {
    byKey: (key, expected) => admitCaller(accounts, key, expected, clock()),
    verifyJwt: async (token) => (jwt === null ? null : accountOfJwt(token, jwt)),
    byAccount: (account) =>
      findAccount(accounts, account, { ...clock(), ...(autoTrialDays === 0 ? {} : { autoTrialDays }) }),
  };
}
