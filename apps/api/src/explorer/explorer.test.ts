import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../metrics.js';
import { requestContext } from '../middleware/request-context.js';
import { silentLog } from '../testing/quiet.js';
import { EXPLORER_PATHS } from './explorer-paths.js';
import { explorerRoutes } from './explorer-routes.js';

const PAGE = '<!doctype html><title>page</title>';
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const folder = mkdtempSync(join(tmpdir(), 'tickscope-explorer-'));
let built: Server;
let absent: Server;

beforeAll(async () => {
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), PAGE);
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

const get = (path: string, headers: Record<string, string> = {}, server = built, method = 'GET') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method, headers });

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

describe('the paths of pages', () => {
  const ROUTER = readFileSync(new URL('../../../web/src/router.tsx', import.meta.url), 'utf8');
  /** The explorer's table of pages, which links of others rely on. */
  const PROMISED = [
    ...['/', '/tx/$signature', '/wallet/$address', '/sandwich/$id', '/compare', '/account/$address'],
    ...['/slot/$slot', '/validators', '/status', '/settings'],
  ];

  test('are those of the explorer’s router', () => {
    const routed = [...ROUTER.matchAll(/^ +path: '([^']+)'/gm)].map(([, path]) => path);
    expect([...EXPLORER_PATHS].sort()).toEqual(routed.sort());
    expect(EXPLORER_PATHS).toEqual(expect.arrayContaining(PROMISED));
  });

  test.each(PROMISED)('%s is the page for curl, and for what draws the preview of a link', async (path) => {
    const filled = path.replace(/\$\w+/, 'abc');
    for (const accept of ['*/*', 'text/*;q=0.9,*/*;q=0.8', 'image/*,*/*;q=0.1'])
      for (const method of ['GET', 'HEAD']) {
        const response = await get(filled, { accept }, built, method);
        expect([accept, method, response.status]).toEqual([accept, method, 200]);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(await response.text()).toBe(method === 'GET' ? PAGE : '');
      }
  });

  test.each(PROMISED)('%s is no page for who wants JSON, or posts', async (path) => {
    const filled = path.replace(/\$\w+/, 'abc');
    expect((await get(filled, { accept: 'application/json' })).status).toBe(404);
    expect((await get(filled, { accept: 'application/json, */*;q=0.1' })).status).toBe(404);
    expect((await get(filled, { accept: '*/*' }, built, 'POST')).status).toBe(404);
  });
});

test.each(['/nothing', '/tx', '/tx/', '/tx/abc/x', '/TX/abc', '/slots/1', '/index.htm', '/.env', '/assets/'])(
  'a program that asks for %s gets a 404 as JSON',
  async (path) => {
    for (const accept of ['*/*', 'application/json']) {
      const response = await get(path, { accept });
      expect([response.status, await response.json()]).toEqual([404, { error: 'Not found' }]);
    }
  },
);

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
