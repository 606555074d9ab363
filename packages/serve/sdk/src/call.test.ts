import { afterEach, describe, expect, test } from 'vitest';
import {
  CallTimeoutError,
  createTickscope,
  NoAnswerError,
  TickscopeError,
  UnexpectedAnswerError,
} from './index.js';
import type { TickscopeOptions } from './settings.js';
import {
  hangUp,
  json,
  type LocalServer,
  type Reply,
  recordedSleep,
  serve,
  silence,
  tooMany,
} from './testing/local-server.js';

const TOKEN = 'sk_test_7hY2kQ9mVt4wXc8zRb3n';
const SIGNATURE = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';
const ACCOUNT = '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2';
const OK = { success: true, data: { keys: [] } };

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function start(...replies: Reply[]) {
  const server = await serve(...replies);
  servers.push(server);
  const { sleep, waitsMs } = recordedSleep();
  const clientOf = (options: Partial<TickscopeOptions> = {}) =>
    createTickscope({ baseUrl: `${server.url}/api`, token: TOKEN, sleep, ...options });
  return { ...server, waitsMs, clientOf, client: clientOf() };
}

const failure = (promise: Promise<unknown>): Promise<TickscopeError> =>
  promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: TickscopeError) => error,
  );

/** All texts of an error that a program may print. */
function textsOf(error: Error): string {
  const causes: unknown[] = [];
  for (let it: unknown = error; it instanceof Error; it = it.cause) causes.push(String(it.stack), { ...it });
  return JSON.stringify(causes);
}

describe('a request', () => {
  test('is the operation, its fields where they belong, and the token in its header', async () => {
    const { client, received } = await start(json(200, OK));
    await client.analyzeTrade({ signature: SIGNATURE, account_id: ACCOUNT, limit: 10 });
    await client.getTransaction({ signature: SIGNATURE });
    await client.listKeys();
    await client.revokeKey({ id: 'a/../b?c' });
    expect(received.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'POST',
        '/api/analyze-trade',
        JSON.stringify({ signature: SIGNATURE, account_id: ACCOUNT, limit: 10 }),
      ],
      ['GET', `/api/transaction/${SIGNATURE}`, ''],
      ['GET', '/api/keys', ''],
      ['DELETE', '/api/keys/a%2F..%2Fb%3Fc', ''],
    ]);
    for (const { headers } of received) expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(received[0]!.headers['content-type']).toBe('application/json');
    expect(received[1]!.headers['content-type']).toBeUndefined();
  });

  test('without a token has no such header', async () => {
    const { clientOf, received } = await start(json(200, OK));
    await clientOf({ token: undefined }).listKeys();
    expect(received[0]!.headers.authorization).toBeUndefined();
  });

  test('returns the answer unchanged, amounts as text', async () => {
    const answer = { success: true, data: { amount: '18446744073709551615', nothing: null } };
    const { client } = await start(json(200, answer));
    expect(await client.getSubscription()).toEqual(answer);
  });

  test('uses the given fetch, without a receiver', async () => {
    const { clientOf } = await start(json(200, OK));
    const seen: unknown[] = [];
    const given = function (this: unknown, ...args: Parameters<typeof fetch>) {
      seen.push(this);
      return fetch(...args);
    };
    await clientOf({ fetch: given }).listKeys();
    expect(seen).toEqual([undefined]);
  });
});

describe('an error', () => {
  test('has the fields of the API error', async () => {
    const details = ['signature: expected base58', 'limit: expected at most 1000'];
    const body = { error: 'Validation failed', details, timestamp: '2026-01-01T00:00:00.000Z' };
    const { client, received } = await start(json(400, body, { 'X-Request-Id': 'request-7' }));
    const error = await failure(client.getTransaction({ signature: SIGNATURE }));
    expect(error).toBeInstanceOf(TickscopeError);
    expect({ ...error }).toMatchObject({
      status: 400,
      error: 'Validation failed',
      details,
      requestId: 'request-7',
      retryAfterSeconds: null,
    });
    expect(error.message).toBe(
      'getTransaction: 400 Validation failed (signature: expected base58; limit: expected at most 1000)',
    );
    expect(received).toHaveLength(1);
  });

  test('of an intermediary is reported by its status, without its page', async () => {
    const { client } = await start((res) => void res.writeHead(502).end('<html>nginx</html>'));
    const error = await failure(client.listKeys());
    expect({ ...error }).toMatchObject({ status: 502, error: 'HTTP 502', details: '' });
  });

  test('does not repeat a token that the answer repeats', async () => {
    const body = { error: `Invalid ${TOKEN}`, details: [`the key ${TOKEN} is revoked`] };
    const { client } = await start(json(401, body));
    const error = await failure(client.listKeys());
    expect(error.details).toEqual(['the key [token] is revoked']);
    expect(textsOf(error)).not.toContain(TOKEN);
  });

  test('with an endless text is not read to its end', async () => {
    const { client } = await start((res) => {
      res.writeHead(500);
      const more = (): void => {
        if (!res.destroyed) res.write('x'.repeat(65_536), more);
      };
      more();
    });
    expect({ ...(await failure(client.listKeys())) }).toMatchObject({ status: 500, error: 'HTTP 500' });
  });

  test.each(['', 'null', '[]', '"ok"', '{"success":tr', '<html>'])(
    'is what a 200 is that says %j',
    async (text) => {
      const { client, received } = await start((res) => void res.end(text));
      const error = await failure(client.listKeys());
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error.status).toBe(200);
      expect(received).toHaveLength(1);
    },
  );
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%d is refused, and its target gets no request', async (status) => {
    const other = await start(json(200, OK));
    const location = `${other.url}/api/keys`;
    const { client } = await start((res) => void res.writeHead(status, { Location: location }).end());
    const error = await failure(client.listKeys());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect({ ...error }).toMatchObject({ status, details: 'redirects are not followed' });
    expect(other.received).toEqual([]);
  });
});

describe('a limit', () => {
  test('is waited for as long as the server says, never less, and the call then succeeds', async () => {
    const { client, received, waitsMs } = await start(tooMany(7), tooMany(31), json(200, OK));
    expect(await client.listKeys()).toEqual(OK);
    expect(received).toHaveLength(3);
    expect(waitsMs).toHaveLength(2);
    for (const [at, leastMs] of [7_000, 31_000].entries()) {
      expect(waitsMs[at]).toBeGreaterThanOrEqual(leastMs);
      expect(waitsMs[at]).toBeLessThanOrEqual(leastMs + 1_000);
    }
  });

  test('of the header is used if the body has none or a shorter one', async () => {
    const unavailable = { error: 'Service unavailable', details: 'later' };
    const { client, waitsMs } = await start(
      json(503, unavailable, { 'Retry-After': '5' }),
      tooMany(2, { 'Retry-After': '9' }),
      json(503, unavailable, { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() }),
    );
    const error = await failure(client.listKeys());
    expect(waitsMs[0]).toBeGreaterThanOrEqual(5_000);
    expect(waitsMs[1]).toBeGreaterThanOrEqual(9_000);
    // An hour is longer than the client's maximum wait.
    expect(waitsMs).toHaveLength(2);
    expect(error.retryAfterSeconds).toBeGreaterThan(3_000);
  });

  test('is not waited for beyond the limit of the client, and is returned with the error', async () => {
    const { clientOf, received, waitsMs } = await start(tooMany(60));
    const error = await failure(clientOf({ maxWaitMs: 100_000 }).listKeys());
    expect(received).toHaveLength(2);
    expect(waitsMs).toHaveLength(1);
    expect({ ...error }).toMatchObject({ status: 429, error: 'Too many requests', retryAfterSeconds: 60 });
  });

  test('that persists is retried as often as the client or the call allows', async () => {
    const { client, clientOf, received } = await start(tooMany(0));
    await failure(client.listKeys());
    expect(received).toHaveLength(4);
    await failure(clientOf({ retries: 1 }).listKeys());
    expect(received).toHaveLength(6);
    await failure(client.listKeys({}, { retries: 0 }));
    expect(received).toHaveLength(7);
  });

  test.each([-1, Number.NaN, '1', null])('of %s seconds is ignored', async (seconds) => {
    const reply = json(429, { error: 'Too many requests', details: '', retry_after_seconds: seconds });
    const { client } = await start(reply);
    expect((await failure(client.listKeys({}, { retries: 0 }))).retryAfterSeconds).toBeNull();
  });
});

describe('a connection that breaks', () => {
  const half: Reply = (res) => {
    res.writeHead(200, { 'Content-Length': '1000' }).write('{"success":');
    setTimeout(() => res.destroy(), 20);
  };

  test.each([
    ['before an answer', hangUp],
    ['in an answer', half],
  ])('%s is tried again, with waits that grow', async (_, broken) => {
    const { client, received, waitsMs } = await start(broken, broken, json(200, OK));
    expect(await client.checkSandwichFast({ signature: SIGNATURE })).toEqual(OK);
    expect(received).toHaveLength(3);
    expect(waitsMs[0]).toBeGreaterThanOrEqual(500);
    expect(waitsMs[1]).toBeGreaterThanOrEqual(1_000);
  });

  test('without a server the error says so, without the token', async () => {
    const { clientOf, waitsMs } = await start(hangUp);
    await servers.pop()!.stop();
    const error = await failure(clientOf().listKeys());
    expect(error).toBeInstanceOf(NoAnswerError);
    expect({ ...error }).toMatchObject({ status: null, details: 'ECONNREFUSED' });
    expect(waitsMs).toHaveLength(3);
    expect(textsOf(error)).not.toContain(TOKEN);
  });

  test('may have made a key: it is not made again', async () => {
    const { client, received } = await start(hangUp);
    expect(await failure(client.createKey({ name: 'desk', kind: 'test' }))).toBeInstanceOf(NoAnswerError);
    expect(received).toHaveLength(1);
  });
});

test('creating a key is retried after a limit, not when the server may have created it', async () => {
  const created = json(200, { success: true, data: { key: 'sk_test_x' } });
  const limited = await start(tooMany(1), created);
  await limited.client.createKey({ name: 'desk', kind: 'test' });
  expect(limited.received).toHaveLength(2);
  const away = await start(json(503, { error: 'Service unavailable', details: '', retry_after_seconds: 1 }));
  const error = await failure(away.client.createKey({ name: 'desk', kind: 'test' }));
  expect(error.status).toBe(503);
  expect(away.received).toHaveLength(1);
});

describe('an end', () => {
  test.each([
    ['headers', silence],
    ['the body', (res) => void res.writeHead(200).write('{')],
  ] satisfies [string, Reply][])(
    'comes by the deadline when %s do not, without another try',
    async (_, mute) => {
      const { clientOf, received } = await start(mute);
      const error = await failure(clientOf({ timeoutMs: 200 }).listKeys());
      expect(error).toBeInstanceOf(CallTimeoutError);
      expect(error.message).toBe('listKeys: Timed out (no answer within 200 ms)');
      expect(received).toHaveLength(1);
    },
  );

  test('by the signal of the call or of the client has its reason', async () => {
    const reason = new Error('enough');
    for (const where of ['call', 'client']) {
      const controller = new AbortController();
      const { signal } = controller;
      const { clientOf } = await start(() => controller.abort(reason));
      const client = clientOf(where === 'client' ? { signal } : {});
      const asked = client.listKeys({}, where === 'call' ? { signal } : {});
      await expect(asked).rejects.toBe(reason);
    }
  });

  test('works while it waits for a retry', async () => {
    const controller = new AbortController();
    const { clientOf, received } = await start((res, request) => {
      tooMany(50)(res, request);
      setTimeout(() => controller.abort(new Error('enough')), 50);
    });
    const { signal } = controller;
    await expect(clientOf({ sleep: undefined, signal }).listKeys()).rejects.toThrow('enough');
    expect(received).toHaveLength(1);
  });

  test('before the call sends no request', async () => {
    const { client, received } = await start(json(200, OK));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.listKeys({}, { signal })).rejects.toThrow('enough');
    expect(received).toEqual([]);
  });
});

test.each([
  [{ timeoutMs: 0 }, 'timeoutMs'],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs'],
  [{ retries: -1 }, 'retries'],
  [{ maxWaitMs: Number.NaN }, 'maxWaitMs'],
])('options that cannot be are refused: %j', (options, name) => {
  expect(() => createTickscope({ baseUrl: 'http://127.0.0.1', ...options })).toThrow(`${name}: expected`);
});
