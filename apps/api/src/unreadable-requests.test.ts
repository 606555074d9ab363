import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from './server.js';
import { SIGNATURE, startApiWithoutDatabase } from './testing/api-without-database.js';
import { expectError } from './testing/expect-error.js';
import { rawRequest, rawText } from './testing/raw-request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

describe('bytes that are not HTTP get the envelope', () => {
  test.each([
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01'],
    ['words', 'hello there\r\n\r\n'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['a path with a space', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a path with a raw line feed', 'GET /a\nb HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost\r\nbroken\r\n\r\n'],
    ['a header name with a space', 'GET / HTTP/1.1\r\nHost: localhost\r\nA B: c\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    expectError(await rawRequest(api.url, bytes), { status: 400, error: 'Bad request' });
  });
});

test('an invalid path is a 400', async () => {
  const bytes = 'GET //!@[/# HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expectError(await rawRequest(api.url, bytes), { status: 400, error: 'Bad request' });
});

test('a broken chunk is a 400, and no second answer follows', async () => {
  const head =
    'POST /api/analyze-trade HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  expectError(await rawRequest(api.url, `${head}zz\r\n`), { status: 400, error: 'Bad request' });
});

test('headers beyond 16 KiB are a 431', async () => {
  const bytes = `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`;
  expectError(await rawRequest(api.url, bytes), { status: 431, error: 'Request header fields too large' });
});

describe('a duplicate of a single-valued header is a 400 on every path', () => {
  const post = (...head: string[]) =>
    [
      'POST /api/analyze-trade HTTP/1.1',
      ...head,
      ...['Connection: close', 'Content-Length: 2', '', '{}'],
    ].join('\r\n');
  test.each([
    ['Host', post('Host: localhost', 'Host: evil.example', 'Content-Type: application/json')],
    ['Host', post('Host: localhost', 'HOST: localhost', 'Content-Type: application/json')],
    ['Host', 'GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['Content-Type', post('Host: localhost', 'Content-Type: application/json', 'Content-Type: text/plain')],
    ['Content-Type', post('Host: localhost', 'content-type: text/plain', 'Content-Type: application/json')],
  ])('%s: %j', async (name, bytes) => {
    expectError(await rawRequest(api.url, bytes), {
      status: 400,
      error: 'Bad request',
      details: `The request has more than one ${name} header.`,
    });
  });
});

test('CONNECT is refused: the server is not a proxy', async () => {
  const answer = await rawRequest(api.url, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
  expectError(answer, { status: 405, error: 'Method not allowed' });
  expect(answer.headers.get('allow')).toBe('GET, POST');
});

test('an expectation other than 100-continue is a 417', async () => {
  const bytes =
    'POST /api/analyze-trade HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\nContent-Length: 2\r\n\r\n{}';
  expectError(await rawRequest(api.url, bytes), { status: 417, error: 'Expectation failed' });
});

test('a request to upgrade is answered as any other', async () => {
  const bytes =
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n';
  expect((await rawRequest(api.url, bytes)).body).toEqual({ status: 'ok' });
});

test('HTTP/1.0 needs no Host', async () => {
  expect((await rawRequest(api.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
});

test('a path in full form is read as its path', async () => {
  const bytes = `GET http://evil.example/api/transaction/abc HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  expectError(await rawRequest(api.url, bytes), { status: 400, error: 'Validation failed' });
});

test('a broken request after a good one does not spoil the answer to the good one', async () => {
  const good = `GET /api/transaction/${SIGNATURE.slice(1)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const text = await rawText(api.url, `${good}broken\r\n\r\n`);
  // The first answer is complete or missing: after half an answer the head of another one would follow.
  const heads = text.match(/HTTP\/1\.1 \d+/g) ?? [];
  expect(heads.every((head) => head === 'HTTP/1.1 400')).toBe(true);
  for (const body of text.matchAll(/\r\n\r\n(\{.*?\})(?=HTTP|$)/gs)) JSON.parse(body[1]!);
});

test('unreadable requests are counted', async () => {
  await rawRequest(api.url, 'nonsense\r\n\r\n');
  const text = await (await fetch(`${api.metricsUrl}/metrics`)).text();
  expect(text).toMatch(/^tickscope_http_unreadable_requests_total{status="400"} [1-9]/m);
});
