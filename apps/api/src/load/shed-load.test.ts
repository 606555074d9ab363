import { expect, test } from 'vitest';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { get } from '../testing/request.js';
import { watchEventLoopLag } from './event-loop-lag.js';

const SLICE_MS = 400;

/** Keeps the event loop of this process, the server's too, late until it is called. */
function blockEventLoop(): () => void {
  let isBlocking = true;
  const block = (): void => {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until);
    if (isBlocking) setTimeout(block, 1);
  };
  block();
  return () => {
    isBlocking = false;
  };
}

test('while the event loop is late, requests get 503, health checks and files of the explorer their answer; then all is as before', async () => {
  const api = await startApiWithoutDatabase({ lag: watchEventLoopLag() });
  // They depend on whether the explorer is built.
  const explorerStatuses = () =>
    Promise.all(['/', '/tx/1', '/assets/none.js'].map(async (path) => (await fetch(api.url + path)).status));
  const idle = await explorerStatuses();
  expect(idle).not.toContain(503);
  const release = blockEventLoop();
  try {
    await expect.poll(async () => (await get(`${api.url}/version`)).status, { timeout: 60_000 }).toBe(503);
    const shed = await get(`${api.url}/api/mev/stream`);
    expectError(shed, { status: 503, error: 'Service unavailable' });
    expect(shed.headers.get('retry-after')).toBe('2');
    expect(shed.headers.get('x-ratelimit-limit')).not.toBeNull();
    for (const path of ['/healthz', '/healthz']) expect((await get(api.url + path)).status).toBe(200);
    expect(await explorerStatuses()).toEqual(idle);
  } finally {
    release();
  }
  await expect.poll(async () => (await get(`${api.url}/version`)).status, { timeout: 60_000 }).toBe(200);
  const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text();
  expect(Number(/^tickscope_http_requests_shed_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(2);
  await api.stop();
});
