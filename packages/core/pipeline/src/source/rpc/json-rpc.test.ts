import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createJsonRpc, type JsonRpcOptions, RpcError, RpcUnavailableError } from './json-rpc.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function rpcTo(listener: RequestListener, options: Partial<JsonRpcOptions> = {}) {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return createJsonRpc({ url: `http://127.0.0.1:${port}/?api-key=hunter2`, maxPerSecond: 1_000, ...options });
}

/** Answers each call with this result or error, under the id that was asked. */
function answering(answer: object): RequestListener {
  return (req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      const { id } = JSON.parse(body) as { id: number };
      res.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  };
}

async function failure(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: Error) => error,
  );
}

describe('a JSON-RPC call', () => {
  it('sends a request of the protocol and returns the result', async () => {
    const bodies: unknown[] = [];
    const rpc = await rpcTo((req, res) => {
      let body = '';
      req.on('data', (chunk) => {
        body += chunk;
      });
      req.on('end', () => {
        bodies.push(JSON.parse(body));
        res.end(`{"jsonrpc":"2.0","id":${bodies.length},"result":{"lamports":18446744073709551615}}`);
      });
    });
    expect(await rpc.call('getBlock', [5, { encoding: 'base64' }])).toEqual({
      lamports: '18446744073709551615',
    });
    expect(bodies).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'getBlock', params: [5, { encoding: 'base64' }] },
    ]);
  });

  it('returns the error of the node with its code, without terminal control characters', async () => {
    const rpc = await rpcTo(answering({ error: { code: -32007, message: 'skipped\u001b[2J' } }));
    const error = await failure(rpc.call('getBlock', [5]));
    expect(error).toBeInstanceOf(RpcError);
    expect((error as RpcError).code).toBe(-32007);
    expect(error.message).toBe('skipped [2J');
  });

  it.each<[string, RequestListener, string]>([
    ['HTTP 503', (_req, res) => res.writeHead(503).end(), 'HTTP 503'],
    ['no JSON', (_req, res) => res.end('<html>'), 'not JSON'],
    ['another id', (_req, res) => res.end('{"jsonrpc":"2.0","id":99,"result":1}'), 'another call'],
    ['no result', (_req, res) => res.end('{"jsonrpc":"2.0","id":1}'), 'or nothing'],
    ['a number', (_req, res) => res.end('7'), 'no object'],
    ['a redirect', (_req, res) => res.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end(), 'redirect'],
    ['half an answer', (_req, res) => void res.writeHead(200).write('{"js', () => res.destroy()), ''],
    ['more than may be', (_req, res) => void res.end('"'.padEnd(5_000, 'x')), 'longer than 1000 bytes'],
  ])('fails as unavailable on %s, and never names the key in the URL', async (_, listener, text) => {
    const rpc = await rpcTo(listener, { maxBytes: 1_000 });
    const error = await failure(rpc.call('getSlot', []));
    expect(error).toBeInstanceOf(RpcUnavailableError);
    expect(error.message).toContain(text);
    expect(String(error.stack)).not.toContain('hunter2');
  });

  it('ends at its deadline without an answer', async () => {
    const rpc = await rpcTo(() => {}, { timeoutMs: 100 });
    expect((await failure(rpc.call('getSlot', []))).message).toBe('the node did not answer in time');
  });

  it('returns how long the node wants it to wait', async () => {
    const rpc = await rpcTo((_req, res) => res.writeHead(429, { 'Retry-After': '7' }).end());
    expect((await failure(rpc.call('getSlot', []))) as RpcUnavailableError).toMatchObject({
      retryAfterMs: 7_000,
    });
  });

  it('begins no more calls in a second than agreed: the second of one an hour waits while others are answered', async () => {
    let calls = 0;
    const answer = answering({ result: 1 });
    const rpc = await rpcTo(
      (req, res) => {
        calls += 1;
        answer(req, res);
      },
      { maxPerSecond: 1 / 3_600 },
    );
    const others = await rpcTo(answer, { maxPerSecond: 1_000 });
    const leave = new AbortController();
    await rpc.call('getSlot', []);
    const second = failure(rpc.call('getSlot', [], leave.signal));
    for (let count = 0; count < 5; count += 1) expect(await others.call('getSlot', [])).toBe(1);
    expect(calls).toBe(1);
    leave.abort();
    expect((await second).name).toBe('AbortError');
    expect(calls).toBe(1);
  });
});
