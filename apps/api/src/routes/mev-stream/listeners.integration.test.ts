import { setTimeout as sleep } from 'node:timers/promises';
import { briefly, found, plant, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { expectError } from '../../testing/expect-error.js';
import { quiet } from '../../testing/quiet.js';
import { get } from '../../testing/request.js';
import { streamSandwiches } from './handler.js';
import { openStream, type StreamClient } from './testing/stream-client.js';

const POLL_MS = 50;
const plants = Array.from({ length: 12 }, (_, at) => plant(800 + at));
const crowd = plant(900, { victims: Array.from({ length: 60 }, (_, at) => `victim ${at}`) });

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest({}, { operations: [streamSandwiches] });
  await storeBlocks(api, [...plants, crowd]);
});
afterAll(() => api?.stop());

type Settings = NonNullable<Parameters<typeof startApi>[1]>['liveFeed'];
async function withApi<T>(settings: Settings, run: (own: RunningApi) => Promise<T>): Promise<T> {
  const own = await startApi(
    { ...api.config, shutdownGraceMs: 60_000 },
    {
      operations: [streamSandwiches],
      ...quiet,
      metricsKeptMs: 0,
      liveFeed: { pollMs: POLL_MS, ...settings },
    },
  );
  try {
    return await run(own);
  } finally {
    await own.stop();
  }
}

/** As clients do, it asks again where the server is too busy for a moment. */
async function listen(own: RunningApi, lastEventId?: string): Promise<StreamClient> {
  let client = await openStream(`${own.url}/api/mev/stream`, lastEventId);
  while (client.status === 503) {
    client.close();
    await sleep(200);
    client = await openStream(`${own.url}/api/mev/stream`, lastEventId);
  }
  expect(client.status).toBe(200);
  await client.until(({ comments }) => comments.length > 0);
  return client;
}

async function metric(own: RunningApi, name: string): Promise<number> {
  // A kept connection may be closed by the server just as it is used again.
  const response = await fetch(`${own.metricsUrl}/metrics`, { headers: { connection: 'close' } });
  const text = await response.text();
  const line = text.split('\n').find((it) => it.startsWith(name));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')));
}
const queries = (own: RunningApi, name: string) =>
  metric(own, `tickscope_clickhouse_query_duration_seconds_count{query="${name}"`);

async function becomes(read: () => Promise<number>, expected: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
    const value = await read();
    if (value === expected) return;
    if (Date.now() > deadline) throw new Error(`it is ${value}, and does not become ${expected}`);
  }
}

test('each event is read once for all listeners, and not at all without listeners', async () => {
  await withApi({ mostListeners: { inAll: 60, perAccount: 60 } }, async (own) => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => listen(own)));
    expect(await metric(own, 'tickscope_stream_listeners')).toBe(50);
    expect(await queries(own, 'feed-head')).toBe(1);
    const some = plants.slice(0, 4);
    await write(api, ...some.map((it) => found(it)));
    for (const client of clients)
      expect(briefly(await client.first(4))).toEqual(some.map(({ sandwich }) => `${sandwich.id}#1`));
    expect(await metric(own, 'tickscope_stream_events_total')).toBe(4);
    // At most one for each of the four inserts.
    expect(await queries(own, 'feed-rows')).toBeLessThanOrEqual(4);
    expect(await queries(own, 'feed-legs')).toBe(await queries(own, 'feed-rows'));

    for (const client of clients) client.close();
    await becomes(() => metric(own, 'tickscope_stream_listeners'), 0);
    // Another service, which has a listener, shows how often this one would have looked.
    await withApi({}, async (other) => {
      const theirs = await listen(other);
      const looks = async (count: number): Promise<void> => {
        const before = await queries(other, 'feed-page');
        await expect
          .poll(() => queries(other, 'feed-page'), { timeout: 60_000 })
          .toBeGreaterThanOrEqual(before + count);
      };
      await looks(3);
      const polls = await queries(own, 'feed-page');
      await looks(10);
      expect(await queries(own, 'feed-page')).toBe(polls);
      theirs.close();
    });
    // It can start again.
    const again = await listen(own);
    await write(api, found(plants[4]!));
    expect(briefly(await again.first(1))).toEqual([`${plants[4]!.sandwich.id}#1`]);
    again.close();
  });
});

test('limits the streams of an account and of the process; a stream that has ended no longer counts', async () => {
  await withApi({ mostListeners: { inAll: 5, perAccount: 3 } }, async (own) => {
    const url = `${own.url}/api/mev/stream`;
    for (let round = 0; round < 3; round += 1) {
      const clients = await Promise.all(Array.from({ length: 3 }, () => listen(own)));
      const refused = await get(url);
      expectError(refused, { status: 429, error: 'Too many requests' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
      for (const client of clients) client.close();
      await becomes(() => metric(own, 'tickscope_stream_listeners'), 0);
    }
    expect(await metric(own, 'tickscope_stream_ends_total{reason="left"}')).toBe(9);
  });
  await withApi({ mostListeners: { inAll: 2, perAccount: 3 } }, async (own) => {
    const clients = await Promise.all([listen(own), listen(own)]);
    const refused = await get(`${own.url}/api/mev/stream`);
    expectError(refused, { status: 503, error: 'Service unavailable' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const client of clients) client.close();
  });
});

test('an idle stream gets heartbeats, which advance the cursor', async () => {
  await withApi({ heartbeatMs: 100 }, async (own) => {
    const all = await listen(own);
    const client = await openStream(`${own.url}/api/mev/stream?victim=${plants[0]!.sandwich.pool}`);
    await write(api, found(plants[5]!));
    const [event] = await all.first(1);
    const blockOf = (id: string) => id.split('-')[2];
    await client.until(({ lastEventId }) => blockOf(lastEventId) === blockOf(event!.id));
    expect(client.comments).toContain('heartbeat');
    expect(client.messages).toEqual([]);
    // A client that resumes from a heartbeat misses nothing and gets nothing twice.
    const resumed = await listen(own, client.lastEventId);
    await write(api, found(plants[6]!));
    expect(briefly(await resumed.first(1))).toEqual([`${plants[6]!.sandwich.id}#1`]);
    for (const open of [all, client, resumed]) open.close();
  });
});

test('a stream ends after its maximum time, and resumes at its position', async () => {
  const client = await withApi({ lifetimeMs: 200 }, async (own) => {
    const short = await listen(own);
    expect(await short.ended).toBe('ended');
    return short;
  });
  await write(api, found(plants[7]!));
  // With the usual maximum: in 200 ms the sandwich need not have come.
  await withApi({}, async (own) => {
    const resumed = await listen(own, client.lastEventId);
    expect(briefly(await resumed.first(1))).toEqual([`${plants[7]!.sandwich.id}#1`]);
    resumed.close();
  });
});

test('a stop ends all streams at once, also one that is not read, and accepts no new ones', async () => {
  await withApi({}, async (own) => {
    const [client, unread] = await Promise.all([listen(own), listen(own)]);
    unread.pause();
    // The grace time is a minute: this test would time out if the stop waited for the stream.
    await own.stop();
    expect(await client.ended).toBe('ended');
  });
}, 50_000);

test('who does not read is cut off, and gets the rest later, each once', async () => {
  const REVISIONS = 700;
  await withApi({ stallMs: 4_000 }, async (own) => {
    const [reader, sleeper] = await Promise.all([listen(own), listen(own)]);
    sleeper.pause();
    await write(api, found(crowd));
    // Some 30 KB each: together more than the sockets' buffers hold.
    for (const table of ['sandwich_legs', 'sandwiches'])
      await api.owner.command({
        query:
          `INSERT INTO ${table} SELECT ${table}.* REPLACE (toUInt32(n) AS revision) FROM ${table} ` +
          `CROSS JOIN (SELECT number + 2 AS n FROM numbers(${REVISIONS - 1})) AS revisions ` +
          'WHERE bracket_id = {id:String}',
        query_params: { id: crowd.sandwich.id },
      });
    await becomes(() => metric(own, 'tickscope_stream_ends_total{reason="slow"}'), 1);
    const expected = Array.from({ length: REVISIONS }, (_, at) => at + 1);
    const revisionsOf = (client: StreamClient) => client.sandwiches.map(({ sandwich }) => sandwich.revision);
    await reader.first(REVISIONS);
    expect(revisionsOf(reader).toSorted((x, y) => x - y)).toEqual(expected);

    sleeper.resume();
    expect(await sleeper.ended).toBe('broken');
    expect(sleeper.sandwiches.length).toBeLessThan(REVISIONS);
    const rest = await listen(own, sleeper.lastEventId);
    await rest.first(REVISIONS - sleeper.sandwiches.length);
    expect([...revisionsOf(sleeper), ...revisionsOf(rest)]).toEqual(revisionsOf(reader));
    for (const client of [reader, rest]) client.close();
  });
});
