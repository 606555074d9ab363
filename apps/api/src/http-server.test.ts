import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as requestHttp } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { SIGNATURE, startApiWithoutDatabase } from './testing/api-without-database.js';
import { expectError } from './testing/expect-error.js';
import { get } from './testing/request.js';
import { hasOpenssl, makeSelfSigned } from './testing/self-signed.js';

const dir = mkdtempSync(join(tmpdir(), 'tickscope-tls-'));
const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
afterAll(() => rmSync(dir, { recursive: true, force: true }));

if (hasOpenssl) makeSelfSigned(certFile, keyFile);

describe.skipIf(!hasOpenssl)('HTTPS', () => {
  const overrides = { tls: { certFile, keyFile }, requireHttps: true };

  test('serves the certificate and marks requests as HTTPS', async () => {
    const api = await startApiWithoutDatabase({}, overrides);
    expect(api.url).toMatch(/^https:/);
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      request(`${api.url}/api/transaction/abc`, { ca: readFileSync(certFile) }, (res) => {
        let text = '';
        res.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        res.on('end', () => resolve({ status: res.statusCode, text }));
      })
        .on('error', reject)
        .end();
    });
    await api.stop();
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      expect.objectContaining({ error: 'Validation failed' }),
    ]);
  });

  test('refuses versions below TLS 1.2 and plain HTTP', async () => {
    const api = await startApiWithoutDatabase({}, overrides);
    const port = Number(new URL(api.url).port);
    const old = await new Promise<string>((resolve) => {
      const options = {
        port,
        host: '127.0.0.1',
        maxVersion: 'TLSv1.1',
        minVersion: 'TLSv1',
        ca: readFileSync(certFile),
      } as const;
      const socket = connectTls({ ...options, ciphers: 'DEFAULT@SECLEVEL=0' }, () => resolve('connected'));
      socket.on('error', () => resolve('refused'));
    });
    expect(old).toBe('refused');
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    await api.stop();
  });
});

test('a missing certificate fails the start with instructions', async () => {
  const tls = { certFile: join(dir, 'nothing.pem'), keyFile };
  await expect(startApiWithoutDatabase({}, { tls })).rejects.toThrow(
    /^TLS_CERT_FILE names a file that cannot be read \(ENOENT\)/,
  );
});

/** The answer to a health check over a connection from this local address. */
function rawFrom(port: number, localAddress: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

describe('a query', () => {
  test('of more than 2,048 characters is a 414 on every path', async () => {
    const api = await startApiWithoutDatabase();
    const most = `/api/transaction/${SIGNATURE}?${'x'.repeat(2_048)}`;
    expect((await get(api.url + most)).status).toBe(503);
    expectError(await get(`${api.url}${most}x`), { status: 414, error: 'URI too long' });
    expectError(await get(`${api.url}/nothing?${'?'.repeat(3_000)}`), { status: 414, error: 'URI too long' });
    await api.stop();
  });
});

describe('connections', () => {
  test('beyond the most are closed, those within are served', async () => {
    const api = await startApiWithoutDatabase({}, { maxConnections: 10 });
    const port = Number(new URL(api.url).port);
    let closed = 0;
    const sockets = Array.from({ length: 15 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => {
        closed += 1;
      });
      return socket;
    });
    await expect.poll(() => closed).toBe(5);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await fetch(`${api.url}/healthz`).catch(() => null))?.status).toBe(200);
    await api.stop();
  });

  test('of one address above its share are closed, those of another address are not', async () => {
    const api = await startApiWithoutDatabase({}, { maxConnectionsPerAddress: 5 });
    const port = Number(new URL(api.url).port);
    let closed = 0;
    const open = (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      socket.on('close', () => {
        closed += 1;
      });
      return socket;
    };
    const held = Array.from({ length: 12 }, () => open('127.0.0.1'));
    await expect.poll(() => closed).toBe(7);
    // Other systems have only one loopback address.
    if (process.platform === 'linux') expect(await rawFrom(port, '127.0.0.2')).toMatch(/^HTTP\/1.1 200 /);
    // Closed connections make room.
    for (const socket of held) socket.destroy();
    await expect.poll(() => rawFrom(port, '127.0.0.1').catch(() => '')).toMatch(/^HTTP\/1.1 200 /);
    const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^tickscope_http_connections_refused_total\{limit="address"\} ([7-9]|\d\d)/m);
    await api.stop();
  });

  test('of a proxy that is trusted have no share: they are those of many', async () => {
    const api = await startApiWithoutDatabase({}, { maxConnectionsPerAddress: 2, trustProxy: ['127.0.0.1'] });
    const port = Number(new URL(api.url).port);
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise((resolve, reject) => {
            requestHttp({ port, host: '127.0.0.1', path: '/healthz', agent }, (res) => {
              res.resume();
              resolve(res.statusCode);
            })
              .on('error', reject)
              .end();
          }),
      ),
    );
    expect(statuses).toEqual(Array(20).fill(200));
    agent.destroy();
    await api.stop();
  });
});
