import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

test.each(['/healthz', '/api/transaction/abc', '/nothing', '/readyz'])(
  '%s cannot be run, framed, sniffed, kept or read across origins by a browser',
  async (path) => {
    const { headers } = await fetch(api.url + path);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
  },
);

test('/openapi.json, which is public, may be kept if it is asked for again', async () => {
  const { headers } = await fetch(`${api.url}/openapi.json`);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('etag')).not.toBeNull();
});
