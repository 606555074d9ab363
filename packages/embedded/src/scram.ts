import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** What Postgres itself uses; the passwords here are random, so more rounds would only cost time. */
const ITERATIONS = 4_096;

/**
 * What Postgres keeps of a password: `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>` (RFC 5803, and
 * "pg_authid" in its manual). Given in its place, it keeps the password itself out of statements and logs.
 * @param password of printable ASCII: others would have to be normalized first
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  if (!/^[\x20-\x7e]+$/.test(password)) throw new Error('the password must be printable ASCII');
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
