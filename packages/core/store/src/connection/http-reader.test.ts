import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type HttpReader, httpReader } from './http-reader.js';

const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** A server that is no ClickHouse, but fails like one. */
async function readerOf(server: Server | ReturnType<typeof createTcpServer>): Promise<HttpReader> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reader = httpReader({
    url: `http://127.0.0.1:${port}`,
    user: 'u',
    password: 'p:w',
    database: 'd',
    maxConnections: 1,
    application: 'test',
  });
  opened.push(reader, server);
  return reader;
}

const query = { params: {}, settings: {}, timeoutMs: 5_000, signal: undefined };

test('sends the statement as the body, and credentials, settings and parameters beside it', async () => {
  const seen: unknown[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const url = new URL(req.url!, 'http://x');
    seen.push(body, req.headers.authorization, Object.fromEntries(url.searchParams));
    res.end('{"data":[[1]]}');
  });
  const reader = await readerOf(server);
  const params = { name: "a'b\t&c", list: [1n, 'x'] };
  expect(await reader.json('SELECT 1', { ...query, params, settings: { max_threads: '1' } })).toEqual({
    data: [[1]],
  });
  expect(seen).toEqual([
    'SELECT 1',
    `Basic ${btoa('u:p:w')}`,
    {
      database: 'd',
      default_format: 'JSONCompact',
      output_format_json_quote_64bit_integers: '1',
      output_format_write_statistics: '0',
      max_threads: '1',
      param_name: "a\\'b\\t&c",
      param_list: "[1,'x']",
    },
  ]);
});

test('a kept connection that the server has closed is replaced, and the query is sent again', async () => {
  let connections = 0;
  // Answers once on each connection, and closes it when the next request comes.
  const server = createTcpServer((socket) => {
    connections += 1;
    let isUsed = false;
    socket.on('error', () => {});
    socket.on('data', () => {
      if (isUsed) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"data":[]}');
      isUsed = true;
    });
  });
  const reader = await readerOf(server);
  for (let at = 0; at < 3; at += 1) expect(await reader.json('SELECT 1', query)).toEqual({ data: [] });
  expect(connections).toBe(3);
});

test('a new connection that breaks is an error, not another try', async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => socket.destroy());
  });
  const reader = await readerOf(server);
  await expect(reader.json('SELECT 1', query)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(connections).toBe(1);
});

test('an answer that the server could not finish is the error that it names', async () => {
  const server = createServer((_req, res) => {
    res.write('{"data":[[1],');
    res.write(
      'Code: 241. DB::Exception: Memory limit exceeded: would use 1 GiB. (MEMORY_LIMIT_EXCEEDED) (version 26.7)',
      () => res.destroy(),
    );
  });
  const reader = await readerOf(server);
  await expect(reader.json('SELECT 1', query)).rejects.toMatchObject({
    code: '241',
    type: 'MEMORY_LIMIT_EXCEEDED',
  });
});

test('an answer that ends too early is an error', async () => {
  const server = createServer((_req, res) => {
    res.write('{"data":[[1],', () => res.destroy());
  });
  const reader = await readerOf(server);
  await expect(reader.json('SELECT 1', query)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('a query may take longer than an idle connection is kept', async () => {
  const server = createServer((_req, res) => setTimeout(() => res.end('{"data":[]}'), 2_500));
  const reader = await readerOf(server);
  expect(await reader.json('SELECT sleep(2.5)', query)).toEqual({ data: [] });
});

test('a query without an answer ends at its deadline', async () => {
  const reader = await readerOf(createServer(() => {}));
  await expect(reader.json('SELECT 1', { ...query, timeoutMs: -450 })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test('the connection is closed when the caller leaves, so that the server stops', async () => {
  const server = createServer();
  const reader = await readerOf(server);
  const caller = new AbortController();
  const closed = new Promise((resolve) => {
    server.once('request', (req) => {
      req.socket.once('close', resolve);
      caller.abort();
    });
  });
  await expect(reader.json('SELECT 1', { ...query, signal: caller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await closed;
});
