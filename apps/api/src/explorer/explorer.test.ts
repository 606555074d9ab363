import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '../metrics.js';
import { requestContext } from '../middleware/request-context.js';
import { silentLog } from '../testing/api-under-test.js';
import { explorerRoutes } from './explorer-routes.js';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const folder = mkdtempSync(join(tmpdir(), 'tickscope-explorer-'));
let built: Server;
let absent: Server;

beforeAll(async () => {
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(folder, 'dist/icon.svg'), '<svg/>');
  writeFileSync(join(folder, 'dist/assets/index-abc.js'), 'export const text = "script";'.repeat(50));
  writeFileSync(join(folder, 'secret.js'), 'secret');
  built = await serve(join(folder, 'dist'));
  absent = await serve(join(folder, 'nothing'));
});
afterAll(() => {
  for (const server of [built, absent]) server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(path: string): Promise<Server> {
  const app = express();
  app.use(requestContext({ metrics: createMetrics(), log: silentLog, cutOff: new AbortController().signal }));
  app.use(explorerRoutes(path));
  app.use((_req, res) => void res.status(404).json({ error: 'Not found' }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const get = (path: string, headers: Record<string, string> = {}, server = built) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

test.each(['/', '/tx/abc', '/wallet/x?days=2', '/index.html'])(
  'a browser that opens %s gets the page',
  async (path) => {
    const response = await get(path, HTML);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>page</title>');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  },
);

test.each(['/', '/tx/abc'])('a program that asks for %s gets no page', async (path) => {
  expect((await get(path, { accept: '*/*' })).status).toBe(404);
  expect((await get(path, { accept: 'application/json' })).status).toBe(404);
});

test.each(['/api', '/api/nothing', '/API/nothing'])('%s stays the API, also for a browser', async (path) => {
  expect((await get(path, HTML)).status).toBe(404);
});

test('files with a hash in their name are kept for ever, and sent compressed where that is accepted', async () => {
  const response = await get('/assets/index-abc.js', { 'accept-encoding': 'br' });
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(await response.text()).toContain('script');
  const plain = await get('/assets/index-abc.js', { 'accept-encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test.each(['/assets/other.js', '/assets/../../secret.js', '/assets/..%2f..%2fsecret.js', '/secret.js'])(
  '%s is no file of the explorer',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  },
);

test('where it is not built, a browser learns how to build it', async () => {
  const response = await get('/', HTML, absent);
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(await response.text()).toContain('npm run build');
});
