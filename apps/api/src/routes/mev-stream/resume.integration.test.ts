import {
  briefly,
  final,
  found,
  plant,
  retracted,
  storeBlocks,
  write,
} from '@tickscope/testkit/store/planted-sandwiches';
import { shareOf } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { quiet } from '../../testing/quiet.js';
import { streamSandwiches } from './handler.js';
import { openStream, type StreamClient } from './testing/stream-client.js';

const plants = Array.from({ length: 60 }, (_, at) => plant(800 + at));
const options = {
  operations: [streamSandwiches],
  ...quiet,
  // Replays wait for each other, while the feed continues.
  liveFeed: { pollMs: 50, replaysAtOnce: 1, mostListeners: { inAll: 200, perAccount: 200 } },
};

let api: ApiUnderTest;
let other: RunningApi;
beforeAll(async () => {
  api = await startApiUnderTest({}, options);
  other = await startApi(api.config, options);
  await storeBlocks(api, plants);
});
afterAll(async () => {
  await other?.stop();
  await api?.stop();
});

async function listen(url: string, lastEventId?: string): Promise<StreamClient> {
  const client = await openStream(`${url}/api/mev/stream`, lastEventId);
  await client.until(({ comments }) => comments.length > 0);
  return client;
}

test('cut at any event, a listener gets the rest, each once: from the same process, from another, after merges', async () => {
  const whole = await listen(api.url);
  const start = whole.lastEventId;
  const [a, b, c, d] = plants as [
    (typeof plants)[0],
    (typeof plants)[0],
    (typeof plants)[0],
    (typeof plants)[0],
  ];
  await write(api, found(a), found(b), found(a, { gross: 61n }), found(c), final(a, { gross: 61n }));
  await write(api, retracted(b), found(b), final(b), found(d), final(c), retracted(c));
  const events = await whole.first(11);
  const ids = [start, ...events.map(({ id }) => id)];
  expect(new Set(ids).size).toBe(12);

  const restFrom = async (url: string, cut: number): Promise<void> => {
    const client = await listen(url, ids[cut]);
    await client.first(events.length - cut);
    expect([cut, client.sandwiches]).toEqual([cut, events.slice(cut)]);
    client.close();
  };
  const cuts = ids.map((_, at) => at);
  // From memory, in the process with other listeners.
  await Promise.all(cuts.map((cut) => restFrom(api.url, cut)));
  // From the tables, in the process without listeners.
  await Promise.all(cuts.map((cut) => restFrom(other.url, cut)));
  for (const table of ['sandwich_feed', 'sandwich_feed_legs', 'sandwiches', 'sandwich_legs'])
    await api.owner.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
  await Promise.all(cuts.map((cut) => restFrom(other.url, cut)));
  whole.close();
});

test('with several writers and listeners that move between two processes, events are neither lost nor duplicated, in one order', async () => {
  const [witness, second] = [await listen(api.url), await listen(other.url)];
  const WRITERS = 6;
  const own = plants.slice(10, 10 + shareOf(50));
  const total = own.length * 2;
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (const [at, it] of own.entries())
        if (at % WRITERS === writer) await write(api, found(it), final(it));
    }),
  );

  const roam = async (from: string, takes: number): Promise<string[]> => {
    const got: string[] = [];
    let lastId = from;
    for (let turn = 0; got.length < total; turn += 1) {
      const client = await listen([api.url, other.url][turn % 2]!, lastId);
      await client.first(Math.min(takes, total - got.length));
      const taken = client.sandwiches;
      got.push(...taken.map(({ id }) => id));
      lastId = taken.at(-1)!.id;
      client.close();
    }
    return got;
  };
  const roaming = Promise.all([1, 3, 7].map((takes) => roam(witness.lastEventId, takes)));
  await Promise.all([writing, roaming]);
  const events = await witness.first(total);
  const expected = own.flatMap(({ sandwich }) => [`${sandwich.id}#1`, `${sandwich.id}#2`]);
  expect(briefly(events).toSorted()).toEqual(expected.toSorted());
  const ids = events.map(({ id }) => id);
  expect((await second.first(total)).map(({ id }) => id)).toEqual(ids);
  for (const roamer of await roaming) expect(roamer).toEqual(ids);
  witness.close();
  second.close();
});

test('an old id and an id of another database get an event for the period that is not replayed', async () => {
  const client = await listen(api.url);
  const [version, epoch, block, offset] = client.lastEventId.split('-');
  client.close();
  const longAgo = (Date.now() - 48 * 3_600_000).toString(36);

  const late = await listen(other.url, [version, epoch, '0', '0', longAgo].join('-'));
  await late.until(({ messages }) => messages.some(({ event }) => event === 'gap'));
  const gap = late.messages[0]!;
  expect(gap).toMatchObject({ event: 'gap', data: { reason: 'too_old' } });
  const { from, to } = gap.data as { from: string; to: string };
  expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(23 * 3_600_000);
  // Events that are not too old are still sent.
  expect(briefly(await late.first(1))).toEqual([`${plants[0]!.sandwich.id}#1`]);
  late.close();

  // At the end of the feed nothing was missed, however long ago that was.
  const idle = await listen(other.url, [version, epoch, block, offset, longAgo].join('-'));
  expect(idle.messages).toEqual([]);
  idle.close();

  const now = Date.now().toString(36);
  for (const id of [
    ['1', epoch === '00000000' ? '11111111' : '00000000', '0', '0', now],
    ['1', epoch, 'zzzzzz', '0', now],
  ]) {
    const lost = await listen(other.url, id.join('-'));
    await lost.until(({ messages }) => messages.length > 0);
    expect(lost.messages[0]).toMatchObject({ event: 'gap', data: { reason: 'unknown' } });
    expect(lost.sandwiches).toEqual([]);
    lost.close();
  }
});
