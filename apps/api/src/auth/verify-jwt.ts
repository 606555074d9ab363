import { isAccountId } from '@tickscope/accounts';
import { errors, jwtVerify } from 'jose';
import type { FindSigningKey } from './jwks.js';

/** Public-key signatures only: with HMAC, anyone who can verify a token could also sign one. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const LEEWAY_SECONDS = 60;
/**
 * Begins the accounts of JWTs. The identity provider chooses the subjects and the operator the other accounts: without
 * it, a user with the subject `demo` would be the account of the demo.
 */
const JWT_ACCOUNTS = 'jwt/';

export interface JwtRules {
  issuer: string;
  audience: string;
  findKey: FindSigningKey;
  /** Overrides the clock, for tests. */
  now?: () => Date;
}

/**
 * Returns the account that a JWT speaks for, `jwt/` and its `sub`; null if the JWT is invalid.
 * @throws KeysUnavailableError
 */
export async function accountOfJwt(token: string, rules: JwtRules): Promise<string | null> {
  const { issuer, audience, findKey, now } = rules;
  try {
    const { payload } = await jwtVerify(token, findKey, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['exp', 'sub'],
      ...(now === undefined ? {} : { currentDate: now() }),
    });
    const { sub } = payload;
    if (typeof sub !== 'string' || sub === '') return null;
    const account = `${JWT_ACCOUNTS}${sub}`;
    return isAccountId(account) ? account : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    // Web Crypto throws these for a key of the set that does not fit the algorithm, or is too short to be safe.
    if (error instanceof TypeError || error instanceof DOMException) return null;
    throw error;
  }
}
