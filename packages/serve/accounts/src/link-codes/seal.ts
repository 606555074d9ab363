import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Each code encrypts one text, so that its encryption key is never used twice. */
const NONCE = Buffer.alloc(12);

/** Hashes a code for storage. It is random, so that it needs no salt and no slow hash. */
export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Encrypts a text so that only the holder of the code can read it. */
export function seal(text: string, code: string): Buffer {
  const cipher = createCipheriv(ALGORITHM, encryptionKey(code), NONCE);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `seal` made. Throws for another code, and for bytes that were changed. */
export function unseal(sealed: Buffer, code: string): string {
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, encryptionKey(code), NONCE, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]).toString('utf8');
}

function encryptionKey(code: string): Buffer {
  return Buffer.from(hkdfSync('sha256', code, '', 'tickscope link code', KEY_BYTES));
}
