import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { constantAnswer, sendConstant } from './constant-answer.js';

const TEXT = 'a line that compresses well\n'.repeat(100);
const text = constantAnswer('text/plain; charset=utf-8', Buffer.from(TEXT));
const font = constantAnswer('font/woff2', Buffer.from(TEXT));

let server: Server;
beforeAll(async () => {
  const app = express();
  app.get('/text', (req, res) => sendConstant(text, req, res));
  app.get('/font', (req, res) => sendConstant(font, req, res));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** The answer as it comes over the wire: `fetch` would decompress it. */
async function answerTo(path: string, headers: Record<string, string>, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', path, headers, method, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode, headers: answer.headers, body };
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
  ['deflate', undefined, (bytes: Buffer) => bytes],
])('a client that accepts %s gets the text as %s', async (accepted, encoding, decoded) => {
  const { headers, body } = await answerTo('/text', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['vary']).toBe('Accept-Encoding');
  expect(Number(headers['content-length'])).toBe(body.length);
  expect(decoded(body).toString()).toBe(TEXT);
});

test('bytes are compressed once, however many requests there are at once', () => {
  expect(text.encoded('br')).toBe(text.encoded('br'));
  expect(text.encoded('gzip')).toBe(text.encoded('gzip'));
});

test('what is compressed already is sent as it is', async () => {
  const { headers, body } = await answerTo('/font', { 'accept-encoding': 'br, gzip' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toBe(TEXT);
});

test('a client that has the answer gets 304, in each encoding for itself', async () => {
  const first = await answerTo('/text', { 'accept-encoding': 'br' });
  const tag = String(first.headers['etag']);
  const again = await answerTo('/text', { 'accept-encoding': 'br', 'if-none-match': tag });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const other = await answerTo('/text', { 'accept-encoding': 'gzip', 'if-none-match': tag });
  expect([other.status, gunzipSync(other.body).toString()]).toEqual([200, TEXT]);
});

test('HEAD has the headers and no body', async () => {
  const { status, headers, body } = await answerTo('/text', { 'accept-encoding': 'gzip' }, 'HEAD');
  expect([status, headers['content-encoding'], body.length]).toEqual([200, 'gzip', 0]);
});
