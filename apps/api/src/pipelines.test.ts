import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
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
  socket.write(request(path) + request('/healthz').repeat(10) + request(path));
  await expect.poll(() => inFlight(api)).toBe(12);
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
  // The requests after the last one come in one packet with it: bytes that the server has not read when it closes would
  // make the system discard answers on their way.
  for (let sent = 0; sent < 10_000; sent += 500) {
    socket.write(request('/healthz').repeat(sent === 9_500 ? 520 : 500));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await closed;
  const statuses =
    Buffer.concat(chunks)
      .toString('latin1')
      .match(/HTTP\/1\.1 \d{3}/g) ?? [];
  expect(statuses.length).toBe(10_000);
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200']));
  await api.stop();
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
