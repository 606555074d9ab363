import { LiveDetection } from '@tickscope/pipeline';
import { startSimulator } from '@tickscope/simulator';
import { moveStore, refreshHeat } from '@tickscope/store';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasSlots, ingest, liveStore } from '../live/support.js';
import { allDigests, feedOf, misplacedRows } from './moved-rows.js';

const SLOTS = 80;
const WAIT = { timeoutMs: 30_000 };

const store = liveStore();
let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster(2);
}, 240_000);
afterAll(async () => {
  await cluster?.stop();
  await store.stop();
});

/** While it is written and read, and on to three: `npm run test:long -- cluster-move`. */
test('a store of one server becomes one of two, row for row; a target that is not empty or half moved is refused', async () => {
  const { server, client } = await store.fresh();
  let made = 0;
  let blocks = 0;
  const simulator = await startSimulator({
    generate: {
      ...{ seed: 'move', slots: SLOTS, voteShare: 0.3, transactionsPerSlot: 20, dexShare: 0.6 },
      sandwichesPerSlot: 0.7,
      onTruth: ({ status }) => {
        made += 1;
        if (status === 'block') blocks += 1;
      },
    },
    pace: { slotMs: 0, retentionSlots: SLOTS },
    startOn: 'first-subscriber',
  });
  const detection = new LiveDetection(client, {
    taken() {},
    detected() {},
    redetected() {},
    rejudged() {},
    failed: (error) => expect.fail(String(error)),
  });
  const detecting = detection.run();
  await ingest(client, simulator.endpoint, async () => made === SLOTS && hasSlots(client, blocks)(), {
    onWritten: (written) => detection.add(written),
  });
  detection.stop();
  await detecting;
  await simulator.stop();
  await refreshHeat(client, { settleSeconds: 0, most: 1 });

  const from = { url: server.url, ...server.users.owner, database: 'tickscope', application: 'test' };
  const move = () => moveStore({ from, to: cluster.options('owner'), rangeSlots: 32, finish: true });
  await cluster.store.administer.execute(
    "CREATE TABLE unfinished_move (began_at DateTime) ENGINE = {{engine: MergeTree}} ORDER BY began_at COMMENT 'x'",
    WAIT,
  );
  await expect(move()).rejects.toThrow(/half of a move from another store/);
  await cluster.store.administer.execute('DROP TABLE unfinished_move', WAIT);

  expect(await move()).toMatchObject({ isFinished: true });
  const target = cluster.shards[0]!;
  expect(await allDigests(target)).toEqual(await allDigests(client));
  const feed = await feedOf(client);
  expect(feed.length).toBeGreaterThan(10);
  expect(await feedOf(target)).toEqual(feed);
  expect(await misplacedRows(cluster.shards)).toEqual([]);
  await expect(move()).rejects.toMatchObject({ code: 'not_empty' });
}, 600_000);
