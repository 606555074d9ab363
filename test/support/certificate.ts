import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', names, '-addext', 'basicConstraints=critical,CA:FALSE'],
      ...['-keyout', key, '-out', path],
    ],
    { stdio: 'ignore' },
  );
  return {
    certificate: readFileSync(path),
    privateKey: readFileSync(key),
    path,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
