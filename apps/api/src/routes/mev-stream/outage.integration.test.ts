import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApiConfig } from '@tickscope/config';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { migrate, type SandwichWrite } from '@tickscope/store';
import {
  briefly,
  final,
  found,
  plant,
  storeBlocks,
  write,
} from '@tickscope/testkit/store/planted-sandwiches';
import { connectTo, TEST_DATABASE, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../../server.js';
import { quiet } from '../../testing/quiet.js';
import { streamSandwiches } from './handler.js';
import { openStream } from './testing/stream-client.js';

const plants = Array.from({ length: 4 }, (_, at) => plant(800 + at));

let dataDir: string;
let clickhouse: EmbeddedClickHouse;
let api: RunningApi;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tickscope-stream-'));
  clickhouse = await startClickHouse({ dataDir });
  await withOwner((owner) => migrate(owner));
  const { reader } = clickhouse.users;
  const config = readApiConfig({
    CLICKHOUSE_URL: clickhouse.url,
    CLICKHOUSE_USER: reader.user,
    CLICKHOUSE_PASSWORD: reader.password,
    CLICKHOUSE_DATABASE: TEST_DATABASE,
    API_PORT: '0',
    METRICS_PORT: '0',
    AUTH: 'off',
  });
  api = await startApi(config, {
    ...quiet,
    operations: [streamSandwiches],
    liveFeed: { pollMs: 50, retryMs: 100, heartbeatMs: 500 },
  });
});
afterAll(async () => {
  await api?.stop();
  await clickhouse?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function withOwner<T>(run: (owner: TestConnection) => Promise<T>): Promise<T> {
  const owner = connectTo(clickhouse);
  try {
    return await run(owner);
  } finally {
    await owner.close();
  }
}

const plantAll = (...writes: readonly SandwichWrite[]) => withOwner((owner) => write({ owner }, ...writes));

test('during an outage of ClickHouse listeners stay connected, get a status event and miss no sandwich', async () => {
  await withOwner((owner) => storeBlocks({ owner }, plants));
  const [a, b, c, d] = plants as [
    (typeof plants)[0],
    (typeof plants)[0],
    (typeof plants)[0],
    (typeof plants)[0],
  ];
  const url = `${api.url}/api/mev/stream`;
  const client = await openStream(url);
  await client.until(({ comments }) => comments.length > 0);
  const start = client.lastEventId;
  await plantAll(found(a));
  await client.first(1);

  const states = () =>
    client.messages
      .filter(({ event }) => event === 'status')
      .map(({ data }) => (data as { state: string }).state);
  await clickhouse.stop();
  await client.until(() => states().length === 1);
  const beats = client.comments.length;
  await client.until(({ comments }) => comments.length > beats);
  // A new client is admitted too while others listen, and learns the state.
  const newcomer = await openStream(url, start);
  expect(newcomer.status).toBe(200);
  await newcomer.until(({ messages }) => messages.some(({ event }) => event === 'status'));
  expect(briefly(newcomer.sandwiches)).toEqual([`${a.sandwich.id}#1`]);

  const httpPort = Number(new URL(clickhouse.url).port);
  clickhouse = await startClickHouse({ dataDir, httpPort });
  await plantAll(found(b), final(a), found(c));
  const expected = [`${a.sandwich.id}#1`, `${b.sandwich.id}#1`, `${a.sandwich.id}#2`, `${c.sandwich.id}#1`];
  for (const one of [client, newcomer]) expect(briefly(await one.first(4))).toEqual(expected);
  expect(states()).toEqual(['delayed', 'live']);

  // The order survives a restart: an id from before remains valid.
  const resumed = await openStream(url, start);
  await plantAll(found(d));
  expect(briefly(await resumed.first(5))).toEqual([...expected, `${d.sandwich.id}#1`]);
  for (const one of [client, newcomer, resumed]) one.close();
});

test('recreated tables start a new order: listeners reconnect and get a gap event', async () => {
  const url = `${api.url}/api/mev/stream`;
  const client = await openStream(url);
  await client.until(({ comments }) => comments.length > 0);
  await withOwner(async (owner) => {
    await owner.command({
      query: `DROP DATABASE ${TEST_DATABASE} SYNC`,
      http_headers: { 'X-ClickHouse-Database': 'default' },
    });
    await client.until(({ messages }) => messages.some(({ event }) => event === 'status'));
    await migrate(owner);
    await storeBlocks({ owner }, plants);
  });
  expect(await client.ended).toBe('ended');
  const resumed = await openStream(url, client.lastEventId);
  await resumed.until(({ messages }) => messages.length > 0);
  expect(resumed.messages[0]).toMatchObject({ event: 'gap', data: { reason: 'unknown' } });
  await plantAll(found(plants[0]!));
  expect(briefly(await resumed.first(1))).toEqual([`${plants[0]!.sandwich.id}#1`]);
  resumed.close();
});
