import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Operation } from './operation.js';
import type { RunningApi } from './server.js';
import { SIGNATURE, startApiWithoutDatabase } from './testing/api-without-database.js';
import { get } from './testing/request.js';

/** An operation that waits until the test releases it, or it is cut off. */
function gate() {
  let open: () => void = () => {};
  let entered: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const isEntered = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const operation: Operation = {
    id: 'getTransaction',
    async answer({ context }) {
      entered();
      await Promise.race([
        opened,
        new Promise((_, reject) =>
          context.signal.addEventListener('abort', () => reject(new Error('cut off'))),
        ),
      ]);
      return { success: true };
    },
  };
  return { operation, open, isEntered };
}

const urlOf = (api: RunningApi) => `${api.url}/api/transaction/${SIGNATURE}`;

test('a stop lets the running request finish, and takes no other', async () => {
  const { operation, open, isEntered } = gate();
  const api = await startApiWithoutDatabase({ operations: [operation] });
  const answer = get(urlOf(api));
  await isEntered;
  const stopped = api.stop();
  await expect(get(`${api.url}/healthz`)).rejects.toThrow();
  open();
  expect(await answer).toMatchObject({ status: 200, body: { success: true } });
  await stopped;
});

test('a request that outlasts the grace time is cut off with an error, and the stop ends', async () => {
  const { operation, isEntered } = gate();
  const api = await startApiWithoutDatabase({ operations: [operation] }, { shutdownGraceMs: 100 });
  const answer = get(urlOf(api));
  await isEntered;
  await api.stop();
  expect(await answer).toMatchObject({ status: 500, body: { error: 'Internal server error' } });
});

test('idle and half-open connections do not hold up a stop', async () => {
  const api = await startApiWithoutDatabase();
  const { port } = new URL(api.url);
  await get(`${api.url}/healthz`);
  const socket = connect(Number(port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.on('error', () => {});
  await api.stop();
  await new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)));
});

test('a stop may be requested twice', async () => {
  const api = await startApiWithoutDatabase();
  await Promise.all([api.stop(), api.stop()]);
  await api.stop();
});

test('a port that is taken is an error at the start', async () => {
  const api = await startApiWithoutDatabase();
  const port = Number(new URL(api.url).port);
  await expect(startApiWithoutDatabase({}, { port })).rejects.toThrow(/EADDRINUSE/);
  await api.stop();
});

test('a caller who leaves aborts the work', async () => {
  const { operation, isEntered } = gate();
  let aborted: () => void = () => {};
  const isAborted = new Promise<void>((resolve) => {
    aborted = resolve;
  });
  const api = await startApiWithoutDatabase({
    operations: [
      {
        ...operation,
        answer: (input) => {
          input.context.signal.addEventListener('abort', () => aborted());
          return operation.answer(input);
        },
      },
    ],
  });
  const leave = new AbortController();
  const answer = fetch(urlOf(api), { signal: leave.signal }).catch((error: Error) => error.name);
  await isEntered;
  leave.abort();
  await isAborted;
  expect(await answer).toBe('AbortError');
  // No error is thrown once the answer can no longer be sent.
  const inFlight = async () => (await fetch(`${api.metricsUrl}/metrics`)).text();
  await expect.poll(inFlight).toMatch(/^tickscope_http_requests_in_flight 0$/m);
  expect((await get(`${api.url}/healthz`)).status).toBe(200);
  await api.stop();
});
