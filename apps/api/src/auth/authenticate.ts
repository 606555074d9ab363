import { type Accounts, type Caller, findAccount, findCaller, isKeyText } from '@tickscope/accounts';
import { accountOfJwt, type JwtRules } from './verify-jwt.js';

/** Whose a token is; null: nobody's. Asks Postgres every time: a key is revoked the moment it is. */
export type Authenticate = (token: string) => Promise<Caller | null>;

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
  return async (token) => {
    if (isKeyText(token)) return findCaller(accounts, token, clock());
    if (jwt === null) return null;
    const account = await accountOfJwt(token, jwt);
    if (account === null) return null;
    return findAccount(accounts, account, {
      ...clock(),
      ...(autoTrialDays === 0 ? {} : { autoTrialDays }),
    });
  };
}
