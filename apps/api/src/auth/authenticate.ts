import {
  type Accounts,
  type AdmittedCaller,
  admitCaller,
  type Caller,
  type ExpectedCaller,
  findAccount,
  isKeyText,
} from '@tickscope/accounts';
import { accountOfJwt, type JwtRules } from './verify-jwt.js';

export interface Authentication {
  /** Of a key; null: a JWT. */
  key: AdmittedCaller | null;
  caller: Caller;
}

/**
 * Whose a token is; null: nobody's. Asks Postgres every time: a key is revoked the moment it is.
 * @param expected whose a key is likely to be: if it is, the request is counted too
 */
export type Authenticate = (token: string, expected: ExpectedCaller | null) => Promise<Authentication | null>;

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
  return async (token, expected) => {
    if (isKeyText(token)) {
      const key = await admitCaller(accounts, token, expected, clock());
      return key === null ? null : { key, caller: key.caller };
    }
    if (jwt === null) return null;
    const account = await accountOfJwt(token, jwt);
    if (account === null) return null;
    const options = { ...clock(), ...(autoTrialDays === 0 ? {} : { autoTrialDays }) };
    return { key: null, caller: await findAccount(accounts, account, options) };
  };
}
