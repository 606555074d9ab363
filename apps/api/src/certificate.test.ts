import { X509Certificate } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunningApi } from './server.js';
import { startApiWithoutDatabase } from './testing/api-without-database.js';
import { hasOpenssl, makeSelfSigned } from './testing/self-signed.js';

const dir = mkdtempSync(join(tmpdir(), 'tickscope-renewal-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const fileOf = (name: string) => join(dir, name);
const [certFile, keyFile] = [fileOf('cert.pem'), fileOf('key.pem')];
const PAIRS = ['one', 'two'] as const;
if (hasOpenssl) for (const name of PAIRS) makeSelfSigned(fileOf(`${name}.cert`), fileOf(`${name}.key`), name);

/** Replaces a file like a renewal tool: writes a new file, then renames it. */
function put(from: string, to: string): void {
  cpSync(fileOf(from), `${to}.new`);
  renameSync(`${to}.new`, to);
}

const fingerprintOf = (name: string) =>
  new X509Certificate(readFileSync(fileOf(`${name}.cert`))).fingerprint256;

describe.skipIf(!hasOpenssl)('a certificate that is renewed under a running server', () => {
  let api: RunningApi;
  beforeEach(async () => {
    put('one.cert', certFile);
    put('one.key', keyFile);
    api = await startApiWithoutDatabase({}, { tls: { certFile, keyFile } });
  });
  afterEach(() => api.stop());

  const open = () =>
    new Promise<TLSSocket>((resolve, reject) => {
      const { port } = new URL(api.url);
      const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () =>
        resolve(socket),
      );
      socket.on('error', reject);
    });
  async function shown(): Promise<string> {
    const socket = await open();
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  }

  test('is used for new connections, while open ones continue', async () => {
    const before = await open();
    expect(before.getPeerCertificate().fingerprint256).toBe(fingerprintOf('one'));
    put('two.cert', certFile);
    put('two.key', keyFile);
    expect(await shown()).toBe(fingerprintOf('one'));
    api.renewCertificate?.();
    expect(await shown()).toBe(fingerprintOf('two'));
    const answer = new Promise<string>((resolve) => before.once('data', (chunk) => resolve(String(chunk))));
    before.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    before.destroy();
  });

  test('stays as it was while the files do not go together, are broken or gone; and is taken once they are whole', async () => {
    put('two.cert', certFile);
    api.renewCertificate?.();
    expect(await shown()).toBe(fingerprintOf('one'));
    writeFileSync(certFile, readFileSync(fileOf('two.cert')).subarray(0, 100));
    api.renewCertificate?.();
    rmSync(keyFile);
    api.renewCertificate?.();
    expect(await shown()).toBe(fingerprintOf('one'));
    put('two.cert', certFile);
    put('two.key', keyFile);
    api.renewCertificate?.();
    expect(await shown()).toBe(fingerprintOf('two'));
  });

  test('still refuses versions below TLS 1.2', async () => {
    put('two.cert', certFile);
    put('two.key', keyFile);
    api.renewCertificate?.();
    const { port } = new URL(api.url);
    const outcome = await new Promise<string>((resolve) => {
      const versions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
      const ciphers = 'DEFAULT@SECLEVEL=0';
      const socket = connect(
        { port: Number(port), host: '127.0.0.1', rejectUnauthorized: false, ciphers, ...versions },
        () => resolve('connected'),
      );
      socket.on('error', () => resolve('refused'));
    });
    expect(outcome).toBe('refused');
  });
});

test('a server without a certificate renews nothing', async () => {
  const api = await startApiWithoutDatabase();
  expect(api.renewCertificate).toBeNull();
  await api.stop();
});
