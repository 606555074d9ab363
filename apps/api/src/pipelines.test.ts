import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { followPipelines } from './pipelines.js';
import type { RunningApi } from './server.js';
import { SIGNATURE, startApiWithoutDatabase } from './testing/api-without-database.js';

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function connectTo({ url }: RunningApi): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function inFlight({ metricsUrl }: RunningApi): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return Number(/^tickscope_http_requests_in_flight (\d+)$/m.exec(text)?.[1]);
}

test('who goes away takes along all requests that wait for an answer, also those behind another', async () => {
  const signals: AbortSignal[] = [];
  const api = await startApiWithoutDatabase(
    {
      operations: [
        {
          id: 'getTransaction',
          answer: ({ context: { signal } }) => {
            signals.push(signal);
            return new Promise((_, reject) =>
              signal.addEventListener('abort', () => reject(new Error('the caller left'))),
            );
          },
        },
      ],
    },
    { shutdownGraceMs: 60_000 },
  );
  const path = `/api/transaction/${SIGNATURE}`;
  const socket = await connectTo(api);
  // The last ones wait until one of the first four is answered: they never start.
  socket.write(request(path) + request('/healthz').repeat(2) + request(path).repeat(5));
  await expect.poll(() => inFlight(api)).toBe(4);
  socket.destroy();
  await expect.poll(() => inFlight(api)).toBe(0);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  // With an open response the stop would wait for the grace time.
  await api.stop();
});

test('the ten-thousandth request of a connection is its last: later ones get no answer, and none gets 503', async () => {
  const api = await startApiWithoutDatabase();
  const socket = await connectTo(api);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  const answered = () =>
    Buffer.concat(chunks)
      .toString('latin1')
      .match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0;
  // The requests after the last one come in one packet with it: bytes that the server has not read when it closes would
  // make the system discard answers on their way.
  let all = 0;
  for (let sent = 0; sent < 10_000; sent += 100) {
    socket.write(request('/healthz').repeat(sent === 9_900 ? 103 : 100));
    await expect.poll(answered, { interval: 1, timeout: 60_000 }).toBe(100);
    all += answered();
    if (sent < 9_900) chunks.length = 0;
  }
  expect(all).toBe(10_000);
  await closed;
  const statuses =
    Buffer.concat(chunks)
      .toString('latin1')
      .match(/HTTP\/1\.1 \d{3}/g) ?? [];
  expect(statuses.length).toBe(100);
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200']));
  await api.stop();
});

test('a connection with more than a hundred requests that wait is closed, and each of them is over', async () => {
  const api = await startApiWithoutDatabase();
  const socket = await connectTo(api);
  socket.pause();
  const closed = once(socket, 'close');
  socket.write(request('/healthz').repeat(1_000));
  socket.resume();
  await closed;
  await expect.poll(() => inFlight(api)).toBe(0);
  const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text();
  expect(metrics).toContain('tickscope_http_connections_refused_total{limit="pipelined"} 1');
  // With an open response the stop would wait for the grace time.
  await api.stop();
});

test('a request whose connection closes just before its turn never starts', async () => {
  let started = 0;
  let ended = 0;
  const server = createServer(
    followPipelines(
      (req, res) => {
        started += 1;
        res.once('close', () => {
          ended += 1;
          // The place of this request was just taken by the one that waited.
          req.socket.destroy();
        });
        if (started === 4) req.socket.emit('all started');
        req.socket.once('all started', () => res.end());
      },
      { onFlood: () => {} },
    ),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // Bytes that are not read would hold its close back.
  socket.on('error', () => {}).resume();
  const closed = once(socket, 'close');
  socket.write(request('/').repeat(5));
  await closed;
  await new Promise((resolve) => server.close(resolve));
  expect([started, ended]).toEqual([4, 4]);
});

test('an unknown expectation behind a waiting request is answered in order', async () => {
  const api = await startApiWithoutDatabase();
  const socket = await connectTo(api);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const closed = once(socket, 'close');
  socket.write(
    `${request(`/api/transaction/${SIGNATURE}`)}GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n\r\n`,
  );
  await closed;
  expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 417']);
  await api.stop();
});
