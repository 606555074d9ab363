import { expect, test } from 'vitest';
import { scramVerifier } from './scram.js';

test('the verifier is that of the example in RFC 7677', () => {
  // User "user", password "pencil", salt and 4096 rounds as in section 3. The keys are derived from its proof: the
  // client's proof XOR HMAC(StoredKey, AuthMessage) is the ClientKey, whose hash is StoredKey; the server's
  // signature v is HMAC(ServerKey, AuthMessage). See the check below.
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  const [, iterations, storedKey, serverKey] =
    /^SCRAM-SHA-256\$(\d+):[^$]+\$([^:]+):(.+)$/.exec(scramVerifier('pencil', salt)) ?? [];
  expect(iterations).toBe('4096');
  expect(proofAndSignature(storedKey ?? '', serverKey ?? '')).toEqual({
    clientKeyFits: true,
    signature: '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
  });
});

test('two verifiers of one password differ, and neither holds it', () => {
  const [one, other] = [scramVerifier('a-password'), scramVerifier('a-password')];
  expect(one).not.toBe(other);
  expect(one).not.toContain('a-password');
});

test('a password that Postgres would normalize is refused', () => {
  expect(() => scramVerifier('pässword')).toThrow(/ASCII/);
  expect(() => scramVerifier('')).toThrow(/ASCII/);
});

import { createHash, createHmac } from 'node:crypto';

function proofAndSignature(storedKey: string, serverKey: string) {
  const nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
  const message = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=${nonce}`;
  const stored = Buffer.from(storedKey, 'base64');
  const clientSignature = createHmac('sha256', stored).update(message).digest();
  const proof = Buffer.from('dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=', 'base64');
  const clientKey = proof.map((byte, index) => byte ^ clientSignature[index]!);
  return {
    clientKeyFits: createHash('sha256').update(clientKey).digest().equals(stored),
    signature: createHmac('sha256', Buffer.from(serverKey, 'base64')).update(message).digest('base64'),
  };
}
