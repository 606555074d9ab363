import { afterEach, describe, expect, test } from 'vitest';
import {
  createTickscope,
  type FeedEvent,
  NoAnswerError,
  type StreamOptions,
  TickscopeError,
  UnexpectedAnswerError,
} from './index.js';
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

const sandwich = (id: number): string => `id: ${id}\nevent: sandwich\ndata: {"id":"sandwich ${id}"}\n\n`;
const opened = 'retry: 3000\n\n: listening\nid: 0\n\n';

/** A stream with this text; then it ends, breaks, or stays open silently. */
const stream =
  (text: string, then: 'ends' | 'breaks' | 'stays' = 'ends'): Reply =>
  (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    if (then === 'ends') res.end(text);
    else res.write(text, () => then === 'breaks' && setTimeout(() => res.destroy(), 20));
  };

const servers: LocalServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
async function start(...replies: Reply[]) {
  const server = await serve(...replies);
  servers.push(server);
  const { sleep, waitsMs } = recordedSleep();
  const client = createTickscope({ baseUrl: server.url, token: 'sk_test_a', sleep });
  /** The first `count` events. Default: all, until the feed ends by itself. */
  const listen = async (
    count = Number.POSITIVE_INFINITY,
    options: StreamOptions = {},
  ): Promise<FeedEvent[]> => {
    const events: FeedEvent[] = [];
    for await (const event of client.stream(options)) {
      events.push(event);
      if (events.length === count) break;
    }
    return events;
  };
  return { ...server, waitsMs, client, listen };
}
const idsOf = (events: readonly FeedEvent[]): string[] => events.map(({ id }) => id);

describe('a stream', () => {
  test('is requested with its filters, and its events have their ids', async () => {
    const status = 'event: status\ndata: {"state":"delayed","since":"2026-01-01T00:00:00.000Z"}\n\n';
    const { listen, received } = await start(stream(`${opened}${sandwich(1)}${status}${sandwich(2)}`));
    const events = await listen(3, { dex: 'Raydium CPMM', pool: 'a&b' });
    expect(events).toEqual([
      { event: 'sandwich', id: '1', data: { id: 'sandwich 1' } },
      { event: 'status', id: '1', data: { state: 'delayed', since: '2026-01-01T00:00:00.000Z' } },
      { event: 'sandwich', id: '2', data: { id: 'sandwich 2' } },
    ]);
    const [request] = received;
    const { pathname, searchParams } = new URL(request!.path, 'http://127.0.0.1');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/mev/stream',
      { dex: 'Raydium CPMM', pool: 'a&b' },
    ]);
    expect(request!.headers).toMatchObject({
      accept: 'text/event-stream',
      authorization: 'Bearer sk_test_a',
    });
    expect(request!.headers['last-event-id']).toBeUndefined();
  });

  test('begins at the given id and reports its position', async () => {
    const { client, received } = await start(
      stream(`${opened}${sandwich(8)}: beat\nid: 9\n\n${sandwich(10)}`),
    );
    const feed = client.stream({ lastEventId: '7' });
    const seen: (string | null)[] = [feed.lastEventId];
    for await (const { id } of feed) {
      seen.push(feed.lastEventId);
      if (id === '10') break;
    }
    expect(seen).toEqual(['7', '8', '10']);
    expect(received[0]!.headers['last-event-id']).toBe('7');
  });

  test('leaves out kinds of events that it does not know, but not their ids', async () => {
    const { listen, received } = await start(
      stream(`${sandwich(1)}id: 2\nevent: new\ndata: x\n\n`),
      stream(sandwich(3)),
    );
    expect(idsOf(await listen(2))).toEqual(['1', '3']);
    expect(received[1]!.headers['last-event-id']).toBe('2');
  });

  test('that is left closes its connection', async () => {
    const server = await start(stream(`${opened}${sandwich(1)}`, 'stays'));
    await server.listen(1);
    await expect.poll(server.openAnswers, { timeout: 20_000 }).toBe(0);
  });

  test('ends by the signal, with its reason, in the middle of a silence', async () => {
    const controller = new AbortController();
    const { client } = await start(stream(`${opened}${sandwich(1)}`, 'stays'));
    const seen: string[] = [];
    const run = async () => {
      for await (const { id } of client.stream({ signal: controller.signal })) {
        seen.push(id);
        setTimeout(() => controller.abort(new Error('enough')), 20);
      }
    };
    await expect(run()).rejects.toThrow('enough');
    expect(seen).toEqual(['1']);
  });

  test('ends once the signal has aborted', async () => {
    const controller = new AbortController();
    const { client } = await start(stream(`${sandwich(1)}${sandwich(2)}`));
    const seen: string[] = [];
    const run = async () => {
      for await (const { id } of client.stream({ signal: controller.signal })) {
        seen.push(id);
        controller.abort(new Error('enough'));
      }
    };
    await expect(run()).rejects.toThrow('enough');
    expect(seen).toEqual(['1']);
  });
});

describe('a connection that is over', () => {
  test.each(['ends', 'breaks'] as const)('because it %s is replaced from the last event', async (how) => {
    const { listen, received, waitsMs } = await start(
      stream(`${opened}${sandwich(1)}${sandwich(2)}id: 3\ndata: half`, how),
      stream(`: listening\nid: 5\n\n`, how),
      stream(sandwich(6)),
    );
    expect(idsOf(await listen(3))).toEqual(['1', '2', '6']);
    expect(received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2', '5']);
    expect(waitsMs).toHaveLength(2);
    for (const waitMs of waitsMs) {
      expect(waitMs).toBeGreaterThanOrEqual(3_000);
      expect(waitMs).toBeLessThanOrEqual(4_000);
    }
  });

  test('waits as long as the server says, up to a maximum', async () => {
    const { listen, waitsMs } = await start(
      stream(`retry: 9000\n\n${sandwich(1)}`),
      stream(`retry: 0\n\n${sandwich(2)}`),
      stream(`retry: 99999999\n\n${sandwich(3)}`),
      stream(sandwich(4)),
    );
    await listen(4);
    for (const [at, leastMs] of [9_000, 500, 60_000].entries()) {
      expect(waitsMs[at]).toBeGreaterThanOrEqual(leastMs);
      expect(waitsMs[at]).toBeLessThanOrEqual(leastMs + 1_000);
    }
  });

  test('is retried without end, with waits that grow to a minute', async () => {
    const failing = Array.from({ length: 8 }, (_, at) => [hangUp, json(502, {})][at % 2]!);
    const { listen, waitsMs } = await start(
      stream(sandwich(1)),
      ...failing,
      stream(sandwich(2)),
      stream(sandwich(3)),
    );
    expect(idsOf(await listen(3))).toEqual(['1', '2', '3']);
    const leastMs = [3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000, 60_000, 3_000];
    expect(waitsMs).toHaveLength(leastMs.length);
    for (const [at, least] of leastMs.entries()) {
      expect(waitsMs[at]).toBeGreaterThanOrEqual(least);
      expect(waitsMs[at]).toBeLessThanOrEqual(least + 1_000);
    }
  });

  test('waits for a limit as long as the limit says', async () => {
    const { listen, waitsMs } = await start(stream(sandwich(1)), tooMany(40), stream(sandwich(2)));
    expect(idsOf(await listen(2))).toEqual(['1', '2']);
    expect(waitsMs[1]).toBeGreaterThanOrEqual(40_000);
  });

  test('that is silent is replaced', async () => {
    const { listen, received } = await start(stream(sandwich(1), 'stays'), stream(sandwich(2)));
    expect(idsOf(await listen(2, { idleMs: 200 }))).toEqual(['1', '2']);
    expect(received).toHaveLength(2);
  });

  test('does not count as silent while its events are being used', async () => {
    const { client, received } = await start(stream(`${sandwich(1)}${sandwich(2)}`, 'stays'));
    for await (const { id } of client.stream({ idleMs: 300 })) {
      if (id === '2') break;
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    expect(received).toHaveLength(1);
  });
});

describe('a permanent end of a stream', () => {
  test.each([400, 401, 403, 404])('is %d, at the start and later', async (status) => {
    const refused = json(status, { error: 'No', details: 'no' }, { 'X-Request-Id': 'r' });
    for (const before of [[], [stream(sandwich(1))]]) {
      const { listen, received } = await start(...before, refused);
      const error = await listen().catch((it: unknown) => it);
      expect(error).toBeInstanceOf(TickscopeError);
      expect(error).toMatchObject({ status, error: 'No', requestId: 'r' });
      expect(received).toHaveLength(before.length + 1);
    }
  });

  test('is a server that is not there at the start', async () => {
    const { listen, received } = await start(hangUp);
    await expect(listen()).rejects.toBeInstanceOf(NoAnswerError);
    expect(received).toHaveLength(4);
  });

  test('is a server that does not answer at the start', async () => {
    const { listen } = await start(silence);
    await expect(listen(1, { timeoutMs: 200 })).rejects.toMatchObject({ name: 'CallTimeoutError' });
  });

  test('is a limit that persists at the start', async () => {
    const { listen, received } = await start(tooMany(1));
    await expect(listen()).rejects.toMatchObject({ status: 429 });
    expect(received).toHaveLength(4);
  });

  test.each([
    ['not an event stream', json(200, {})],
    ['an event that is not JSON', stream('event: sandwich\ndata: {\n\n')],
    ['an id that no header can have', stream('id: 日\nevent: sandwich\ndata: {}\n\n')],
    ['a redirect', (res) => void res.writeHead(302, { Location: '/x' }).end()],
  ] satisfies [string, Reply][])('is %s', async (_, reply) => {
    const { listen, received } = await start(stream(sandwich(1)), reply);
    await expect(listen()).rejects.toBeInstanceOf(UnexpectedAnswerError);
    expect(received).toHaveLength(2);
  });

  test('is a last event id that cannot be one', async () => {
    const { client } = await start(silence);
    expect(() => client.stream({ lastEventId: 'a\nb' })).toThrow('lastEventId: expected');
  });
});
