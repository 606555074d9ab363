import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { programArguments } from '@tickscope/testkit/program-arguments';
import { expect, test, vi } from 'vitest';
import { hasOpenssl, makeSelfSigned } from './testing/self-signed.js';

const MAIN = new URL('./main.ts', import.meta.url);
const HERE = fileURLToPath(new URL('..', import.meta.url));

function start(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, programArguments(MAIN), {
    cwd: HERE,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the program serves until %s and then ends with 0',
  async (signal) => {
    const api = start({
      CLICKHOUSE_URL: 'http://127.0.0.1:1',
      CLICKHOUSE_PASSWORD: 'hunter2',
      API_PORT: '0',
      METRICS_PORT: '0',
      AUTH: 'off',
    });
    const lines: Record<string, unknown>[] = [];
    const exit = once(api, 'close');
    const url = await new Promise<string>((resolve) => {
      createInterface({ input: api.stdout! }).on('line', (line) => {
        expect(line).not.toContain('hunter2');
        const record = JSON.parse(line) as Record<string, unknown>;
        lines.push(record);
        if (record['msg'] === 'listening') resolve(String(record['url']));
      });
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    api.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringContaining('AUTH is off'),
      'listening',
      'stopping',
      'stopped',
    ]);
  },
);

test.skipIf(!hasOpenssl)('SIGHUP renews the certificate of the running program', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickscope-hup-'));
  const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
  makeSelfSigned(certFile, keyFile, 'first');
  const api = start({
    ...{ CLICKHOUSE_URL: 'http://127.0.0.1:1', API_PORT: '0', METRICS_PORT: '0', AUTH: 'off' },
    ...{ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile },
  });
  const exit = once(api, 'close');
  const lines = createInterface({ input: api.stdout! });
  const said = (message: string) =>
    new Promise<Record<string, unknown>>((resolve) => {
      lines.on('line', (line) => {
        const record = JSON.parse(line) as Record<string, unknown>;
        if (record['msg'] === message) resolve(record);
      });
    });
  const { url, metricsUrl } = (await said('listening')) as { url: string; metricsUrl: string };
  const { port } = new URL(url);
  const endInMetrics = async () => {
    const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
    return Number(/^tickscope_certificate_end_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
  };
  const endInFile = () => Date.parse(new X509Certificate(readFileSync(certFile)).validTo) / 1_000;
  const subject = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTls({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      });
      socket.on('error', reject);
    });
  expect(await subject()).toBe('first');
  await vi.waitFor(async () => expect(await endInMetrics()).toBe(endInFile()), { timeout: 10_000 });
  makeSelfSigned(certFile, keyFile, 'second');
  const renewed = said('the certificate is renewed');
  api.kill('SIGHUP');
  expect(await renewed).toHaveProperty('validTo');
  expect(await subject()).toBe('second');
  await vi.waitFor(async () => expect(await endInMetrics()).toBe(endInFile()), { timeout: 10_000 });
  api.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  rmSync(dir, { recursive: true, force: true });
});

test('an invalid setting ends the program at once, with instructions and without a stack trace', async () => {
  const api = start({ API_PORT: 'eighty' });
  const [said, [code]] = await Promise.all([text(api.stderr!), once(api, 'close')]);
  expect(code).toBe(1);
  expect(said).toContain('CLICKHOUSE_URL is not set: set it to an http or https URL');
  expect(said).toContain('API_PORT cannot be "eighty": set it to a whole number from 0 to 65535');
  expect(said).not.toContain('    at ');
});

test('a port in use ends the program with instructions', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const api = start({
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    API_PORT: String(port),
    METRICS_PORT: '0',
    AUTH: 'off',
  });
  const [said, [code]] = await Promise.all([text(api.stderr!), once(api, 'close')]);
  server.close();
  expect([code, said]).toEqual([
    1,
    `tickscope-api: 127.0.0.1:${port} is taken: set API_PORT to another port.\n`,
  ]);
});
