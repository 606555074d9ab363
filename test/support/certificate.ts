import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSelfSigned } from '@tickscope/api/testing/self-signed';

export interface TestCertificate {
  certificate: Buffer;
  privateKey: Buffer;
  /** The file that clients must trust. */
  path: string;
  remove(): void;
}

/** A certificate of 127.0.0.1 and localhost, made for this run with OpenSSL. */
export function testCertificate(): TestCertificate {
  const dir = mkdtempSync(join(tmpdir(), 'tickscope-tls-'));
  const [path, key] = [join(dir, 'certificate.pem'), join(dir, 'key.pem')];
  makeSelfSigned(path, key);
  return {
    certificate: readFileSync(path),
    privateKey: readFileSync(key),
    path,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
