import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { SIGNATURE, startApiWithoutDatabase } from '../testing/api-without-database.js';
import { rawRequest } from '../testing/raw-request.js';
import { type Answer, get, postText } from '../testing/request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase({}, { auth: 'off' });
});
afterAll(() => api.stop());

test('with AUTH=off every response has the headers of a limit that is never used up', async () => {
  const raw = (text: string) => rawRequest(api.url, text);
  const asked: [status: number, answer: Answer][] = [
    [503, await get(`${api.url}/api/transaction/${SIGNATURE}`)],
    [400, await postText(`${api.url}/api/analyze-trade`, '{}')],
    [400, await get(`${api.url}/api/transaction/%zz`)],
    [404, await get(`${api.url}/nothing`)],
    [405, await get(`${api.url}/api/analyze-trade`)],
    [414, await get(`${api.url}/?${'x'.repeat(3_000)}`)],
    [421, await raw('GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')],
    [200, await get(`${api.url}/healthz`)],
    [200, await get(`${api.url}/openapi.json`)],
    [400, await raw('nonsense\r\n\r\n')],
    [431, await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)],
    [400, await raw('GET //a@[/# HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')],
  ];
  for (const [status, answer] of asked) {
    expect(answer.status).toBe(status);
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      answer.headers.get(`x-ratelimit-${name}`),
    );
    // 2^31 − 1: an integer for every client.
    expect([limit, remaining]).toEqual(['2147483647', '2147483647']);
    // The end of the current minute, or of the next one if a minute ended meanwhile.
    expect(Number(reset) % 60).toBe(0);
    expect(Math.abs(Number(reset) - Date.now() / 1_000)).toBeLessThanOrEqual(120);
  }
});
