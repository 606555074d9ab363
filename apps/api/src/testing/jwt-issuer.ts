import { writeFile } from 'node:fs/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const ISSUER = 'https://id.example';
export const AUDIENCE = 'tickscope';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** An identity provider's keys, and tokens signed with them. */
export interface JwtIssuer {
  keys: Keys;
  jwks(): Promise<{ keys: object[] }>;
  /**
   * Signs a token for an account that `jwtAccount` named, valid for an hour. Claims and header fields may be replaced; `undefined`
   * removes one.
   */
  token(
    account: string,
    changed?: { claims?: Record<string, unknown>; header?: Record<string, unknown> },
  ): Promise<string>;
  writeJwks(path: string): Promise<void>;
}

/** The account of tokens with this subject. */
export function jwtAccount(subject: string): string {
  return `jwt/${subject}`;
}

export async function createJwtIssuer(alg = 'ES256', kid = 'key-1'): Promise<JwtIssuer> {
  const keys = await generateKeyPair(alg, { extractable: true });
  const jwks = async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), kid, alg, use: 'sig' }] });
  return {
    keys,
    jwks,
    token(account, { claims = {}, header = {} } = {}) {
      const now = Math.floor(Date.now() / 1_000);
      const sub = account.replace(/^jwt\//, '');
      const payload = { iss: ISSUER, aud: AUDIENCE, sub, iat: now, exp: now + 3_600, ...claims };
      return new SignJWT(payload).setProtectedHeader({ alg, kid, ...header }).sign(keys.privateKey);
    },
    writeJwks: async (path) => writeFile(path, JSON.stringify(await jwks())),
  };
}
