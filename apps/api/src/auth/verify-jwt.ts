import { isAccountId } from '@tickscope/accounts';
import { errors, jwtVerify } from 'jose';
import type { FindSigningKey } from './jwks.js';

/** Public-key signatures only: with HMAC whoever can check a token could make one. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const LEEWAY_SECONDS = 60;

export interface JwtRules {
  issuer: string;
  audience: string;
  findKey: FindSigningKey;
  /** The time, where it is not the clock's. */
  now?: () => Date;
}

/**
 * The account, `sub`, that a JWT speaks for; null when it is not a good one.
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
    return typeof sub === 'string' && isAccountId(sub) ? sub : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    // What Web Crypto throws for a key of the set that does not fit the algorithm, or is too short to be safe.
    if (error instanceof TypeError || error instanceof DOMException) return null;
    throw error;
  }
}
