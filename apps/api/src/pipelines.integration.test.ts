import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from './testing/api-process.js';
import { deafConnections } from './testing/deaf-connections.js';

const ANSWERS = 20;
/** Requests of a connection that run at once: the others wait. */
const RUNNING = 4;
const MOST_GROWTH_BYTES = 50_000_000;
/**
 * For the median answer of `/healthz`. It takes a millisecond; while a process starts all pipelined requests of one of
 * these connections at once, it takes many seconds. So the bound holds on a busy machine, too.
 */
const MOST_DELAY_MS = 1_000;

let api: ApiProcess;
beforeAll(async () => {
  api = await startApiProcess({ CLICKHOUSE_URL: 'http://127.0.0.1:1' }, { probe: true });
  // Compiles what every answer needs.
  for (const path of ['/openapi.json', '/nothing', '/healthz'])
    for (let count = 0; count < 50; count += 1) await (await fetch(api.url + path)).text();
});
afterAll(async () => {
  await api?.stop();
});

test.each([
  // 58 kB a connection: more than may wait.
  ['/openapi.json', 1_200, 1],
  ['/openapi.json', 1_200, 8],
  ['/nothing', 1_200, 8],
  // As many as may wait: the connection stays open.
  ['/openapi.json', 100, 8],
])(
  'requests for %s, %i in one go on each of %i connections that read nothing, cost little memory and delay no one',
  async (path, requests, connections) => {
    const before = (await api.memory()).rss;
    const attack = await deafConnections(api.url, { connections, path, requests });
    const delaysMs: number[] = [];
    for (let count = 0; count < ANSWERS; count += 1) {
      const askedAt = performance.now();
      const answer = await fetch(`${api.url}/healthz`);
      expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}']);
      delaysMs.push(performance.now() - askedAt);
    }
    const running = requests > 100 ? 0 : RUNNING * connections;
    await expect
      .poll(() => api.metric('tickscope_http_requests_in_flight'), { timeout: 60_000 })
      .toBe(running);
    const during = (await api.memory()).rss;
    await attack.close();
    expect(during - before).toBeLessThan(MOST_GROWTH_BYTES);
    expect(delaysMs.sort((one, other) => one - other)[ANSWERS / 2]).toBeLessThan(MOST_DELAY_MS);
  },
);
