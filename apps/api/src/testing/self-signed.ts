import { execFileSync, spawnSync } from 'node:child_process';

/** Certificates are made with openssl. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Makes a self-signed certificate for 127.0.0.1 and localhost, valid for a day, and its key; both as PEM. */
export function makeSelfSigned(certFile: string, keyFile: string, name = 'localhost'): void {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
      ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-addext', 'basicConstraints=critical,CA:FALSE'],
      ...['-keyout', keyFile, '-out', certFile],
    ],
    { stdio: 'ignore' },
  );
}
