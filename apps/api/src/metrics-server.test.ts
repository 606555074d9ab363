import { PassThrough } from 'node:stream';
import { createLogger } from '@tickscope/log';
import { Counter, Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, ERRORS, type ErrorCode } from './errors.js';
import { startMetricsServer } from './metrics-server.js';
import { OPERATIONS } from './operations.js';
import type { RunningApi } from './server.js';
import { SIGNATURE, startApiWithoutDatabase } from './testing/api-without-database.js';
import { expectError } from './testing/expect-error.js';
import { get, postText } from './testing/request.js';

const text = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();

describe('metrics', () => {
  let api: RunningApi;
  let log: PassThrough;
  beforeAll(async () => {
    log = new PassThrough();
    api = await startApiWithoutDatabase({
      log: createLogger({ name: 'api', level: 'info', destination: log }),
    });
  });
  afterAll(() => api.stop());

  test('are in the text format of Prometheus, those of the process included', async () => {
    const response = await fetch(`${api.metricsUrl}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).toMatch(/^process_cpu_seconds_total \d/m);
  });

  test('are not on the port of the API, which knows no such path', async () => {
    expect(new URL(api.metricsUrl).port).not.toBe(new URL(api.url).port);
    expectError(await get(`${api.url}/metrics`), { status: 404, error: 'Not found' });
    expectError(await get(`${api.url}/api/metrics`), { status: 404, error: 'Not found' });
  });

  test('are all that their port serves', async () => {
    const statusOf = async (path: string, method = 'GET') =>
      (await fetch(api.metricsUrl + path, { method })).status;
    expect(await statusOf('/metrics?x=1')).toBe(200);
    expect(await statusOf('/metrics', 'HEAD')).toBe(200);
    expect(await statusOf('/metrics', 'POST')).toBe(405);
    for (const path of ['/', '/healthz', '/metrics/', '/api/transaction/abc'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  });

  test('the log has their address', () => {
    const listening = String(log.read())
      .split('\n')
      .find((line) => line.includes('"listening"'));
    expect(JSON.parse(listening ?? '{}')).toMatchObject({ url: api.url, metricsUrl: api.metricsUrl });
  });

  test('their server goes with the API', async () => {
    const other = await startApiWithoutDatabase();
    await other.stop();
    await expect(text(other.metricsUrl)).rejects.toThrow();
  });

  test('a port that is taken ends the start with the name of the setting', async () => {
    const port = Number(new URL(api.metricsUrl).port);
    await expect(startApiWithoutDatabase({}, { metrics: { host: '127.0.0.1', port } })).rejects.toThrow(
      /^METRICS_PORT cannot be \d+: another program listens there/,
    );
  });
});

test('the text is rendered once for all requests within the cache time', async () => {
  const registry = new Registry();
  let made = 0;
  new Counter({
    name: 'made',
    help: 'How often this was collected.',
    registers: [registry],
    collect() {
      made += 1;
    },
  });
  const kept = await startMetricsServer(registry, { host: '127.0.0.1', port: 0 }, 60_000);
  await Promise.all(Array.from({ length: 10 }, () => text(kept.url)));
  await text(kept.url);
  await kept.stop();
  expect(made).toBe(1);
  const fresh = await startMetricsServer(registry, { host: '127.0.0.1', port: 0 }, 0);
  await text(fresh.url);
  await text(fresh.url);
  await fresh.stop();
  expect(made).toBe(3);
});

test('every operation with every status there is makes a text that is read in no time', async () => {
  // Admission comes before the request is parsed, so it can return any status for any operation.
  const api = await startApiWithoutDatabase({
    admission: () => [
      (req) => {
        throw new ApiError(String(req.headers['x-error']) as ErrorCode, { details: 'as asked' });
      },
    ],
  });
  const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const asked: string[] = [];
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      if (operationId === undefined) continue;
      asked.push(operationId);
      for (const code of Object.keys(ERRORS))
        await fetch(`${api.url}/api${path.replace(/\{\w+\}/g, SIGNATURE)}`, {
          method: method.toUpperCase(),
          headers: { 'x-error': code },
        });
    }
  expect(asked.toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  const lines = (await text(api.metricsUrl)).split('\n').filter((line) => line.startsWith('tickscope_http_'));
  await api.stop();
  const statuses = new Set(Object.values(ERRORS).map(({ status }) => status)).size;
  // One series for each status of an operation, a dozen for its times, and a few others.
  expect(lines.length).toBeLessThanOrEqual(asked.length * (statuses + 12) + 20);
  expect(lines.length).toBeGreaterThan(asked.length * statuses);
});

test('the time of a refusal is in no histogram, that of an answer and of a failure is', async () => {
  const api = await startApiWithoutDatabase();
  await get(`${api.url}/api/transaction/${SIGNATURE}`);
  await get(`${api.url}/api/transaction/abc`);
  await postText(`${api.url}/api/analyze-trade`, '{}');
  const seen = await text(api.metricsUrl);
  await api.stop();
  const count = (route: string) =>
    new RegExp(`^tickscope_http_request_duration_seconds_count{route="${route}"} (\\d+)$`, 'm').exec(
      seen,
    )?.[1];
  expect(count('getTransaction')).toBe('1');
  expect(count('analyzeTrade')).toBeUndefined();
});
