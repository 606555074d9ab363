import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClickHouseError } from '@clickhouse/client';
import { queryRows, tuples } from '@tickscope/store';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { startStallingRelay } from '../testing/stalling-relay.js';
import { type ClickHouseReader, openReader } from './clickhouse-reader.js';

let api: ApiUnderTest;
let reader: ClickHouseReader;
const opened: { close(): unknown }[] = [];

function open(url: string): ClickHouseReader {
  const one = openReader({ ...api.config.clickhouse, url }, { application: 'test', maxConnections: 4 });
  opened.push(one);
  return one;
}

beforeAll(async () => {
  api = await startApiUnderTest();
  reader = openReader(api.config.clickhouse, { application: 'test', maxConnections: 4 });
});
afterAll(async () => {
  reader?.close();
  await api?.stop();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const TIMEOUT = { timeoutMs: 20_000 };

test.each<[string, string, Record<string, unknown>]>([
  ['numbers', 'SELECT {a:UInt64}, {b:Int32}, {c:Nullable(UInt8)}', { a: 2n ** 64n - 1n, b: -5, c: null }],
  ['texts', 'SELECT {a:String}, {b:Array(String)}', { a: "a\tb\nc'd\\e", b: ["x'", '\\', '\n', 'é🙂', ''] }],
  [
    'tuples',
    'SELECT {a:Array(Tuple(String, UInt64))}, {b:Array(UInt64)}',
    { a: tuples([["it's", 3]]), b: [] },
  ],
  ['signs of a URL', 'SELECT {a:String}', { a: 'a&b=c#d?e+f%20g /"' }],
])('%s come back as they were asked, as the official client has them', async (_, sql, params) => {
  const own = await reader.rows(sql, { ...TIMEOUT, params });
  expect(own).toEqual(await queryRows(api.owner, sql, { ...TIMEOUT, params }));
  const [row] = await reader.rows<[string]>('SELECT {a:String}', { ...TIMEOUT, params: { a: "a\tb'\\&é" } });
  expect(row).toEqual(["a\tb'\\&é"]);
});

test('many rows come whole', async () => {
  const rows = await reader.rows<[string]>('SELECT number FROM numbers(200000)', TIMEOUT);
  expect([rows.length, rows.at(-1)]).toEqual([200_000, ['199999']]);
});

test.each([
  ['of the query', 'SELECT no_such_column FROM slots', '47'],
  ['before the first row', "SELECT throwIf(1, 'no')", '395'],
  ['after thousands of rows', 'SELECT throwIf(number = 1000000) FROM numbers(2000000)', '395'],
])('an error %s is what the server says', async (_, sql, code) => {
  const error = await reader.rows(sql, TIMEOUT).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ClickHouseError);
  expect((error as ClickHouseError).code).toBe(code);
});

test('nothing is waited for longer than the deadline, and no caller who has left', async () => {
  const relay = await startStallingRelay(api.clickhouse.url);
  opened.push(relay);
  const slow = open(relay.url);
  await slow.rows('SELECT 1', TIMEOUT);
  const stalled = relay.stallAfter(0);
  await expect(slow.rows('SELECT 1', { timeoutMs: 100 })).rejects.toMatchObject({ name: 'TimeoutError' });
  await stalled;
  const caller = new AbortController();
  const left = slow.rows('SELECT 1', { ...TIMEOUT, signal: caller.signal });
  caller.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  await expect(slow.rows('SELECT 1', { ...TIMEOUT, signal: caller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

/** A server that is none of ClickHouse's, on a port of its own. */
async function startServer(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('a connection that the server closed as it was used again is tried anew, once', async () => {
  let asked = 0;
  const { url } = await startServer((req, res) => {
    asked += 1;
    if (asked % 2 === 0) req.socket.destroy();
    else res.end('{"data":[[1]]}');
  });
  const flaky = open(url);
  expect(await flaky.rows('SELECT 1', TIMEOUT)).toEqual([[1]]);
  expect(await flaky.rows('SELECT 1', TIMEOUT)).toEqual([[1]]);
  expect(asked).toBe(3);
});

test('a connection that breaks the first time it is used is an error, and so is an answer that breaks off', async () => {
  let asked = 0;
  const { url } = await startServer((req, res) => {
    asked += 1;
    if (asked === 1) req.socket.destroy();
    else {
      res.writeHead(200, { 'content-length': '100' });
      res.write('{"data":[[1');
      setImmediate(() => req.socket.destroy());
    }
  });
  const broken = open(url);
  await expect(broken.rows('SELECT 1', TIMEOUT)).rejects.toMatchObject({ code: 'ECONNRESET' });
  await expect(broken.rows('SELECT 1', TIMEOUT)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(asked).toBe(2);
});

test.each([
  [502, '<html>Bad Gateway</html>'],
  [200, '<html>hello</html>'],
])('a page of a proxy is no answer (status %i)', async (status, page) => {
  const { url } = await startServer((_req, res) => {
    res.writeHead(status).end(page);
  });
  const error = await open(url)
    .rows('SELECT 1', TIMEOUT)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(ClickHouseError);
});
