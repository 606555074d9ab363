import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { askPostgres } from './health-questions.js';
import { watchHealth } from './health-watch.js';

/** Watches a part that answers as listed, then always. Resolves when it hangs, or was asked all of it. */
async function watched(answers: readonly boolean[]): Promise<{ asked: number; isHung: boolean }> {
  const stop = new AbortController();
  let asked = 0;
  let isHung = false;
  await watchHealth(
    {
      askEveryMs: 1,
      answerWithinMs: 60_000,
      async ask() {
        const answer = answers[asked];
        asked += 1;
        if (answer === undefined) stop.abort();
        if (answer === false) throw new Error('no answer');
      },
      onHung() {
        isHung = true;
      },
    },
    stop.signal,
  );
  return { asked, isHung };
}

test('three misses in a row are a hang', async () => {
  expect(await watched([true, false, false, false])).toEqual({ asked: 4, isHung: true });
});

test('two misses are none, however often', async () => {
  const answers = [false, false, true, false, false, true, false, true];
  expect(await watched(answers)).toEqual({ asked: 9, isHung: false });
});

test('a question without an answer ends at its deadline', async () => {
  let isHung = false;
  await watchHealth(
    {
      askEveryMs: 1,
      answerWithinMs: 1,
      ask: (signal) => once(signal, 'abort').then(() => Promise.reject(new Error('aborted'))),
      onHung() {
        isHung = true;
      },
    },
    new AbortController().signal,
  );
  expect(isHung).toBe(true);
});

test('a server that takes connections and says nothing is not there', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(askPostgres(port, AbortSignal.timeout(50))).rejects.toThrow();
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
  await expect(askPostgres(port, AbortSignal.timeout(60_000))).rejects.toThrow(/ECONNREFUSED/);
});
