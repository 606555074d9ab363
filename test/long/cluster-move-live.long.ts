import { setTimeout as sleep } from 'node:timers/promises';
import { LiveDetection } from '@tickscope/pipeline';
import { type Simulator, startSimulator } from '@tickscope/simulator';
import {
  type MoveReport,
  moveStore,
  newestFullSlot,
  refreshHeat,
  type Store,
  type StoreOptions,
} from '@tickscope/store';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allDigests, feedOf, misplacedRows } from '../cluster/moved-rows.js';
import { ingest, liveStore } from '../live/support.js';

/** Never reached. */
const SLOTS = 100_000;
const SLOT_MS = 100;
const AT_ONCE = 200;
const KEPT_SLOTS = 5_000;
const DATABASE = 'tickscope';
const WAIT = { timeoutMs: 30_000 };

const store = liveStore();
let one: Store;
let oneOptions: StoreOptions;
const clusters: TestCluster[] = [];
let simulator: Simulator;
const produced: number[] = [];

beforeAll(async () => {
  const [{ server, client }, ...started] = await Promise.all([
    store.fresh(),
    startTestCluster(2),
    startTestCluster(3),
  ]);
  one = client;
  clusters.push(...started);
  oneOptions = { url: server.url, ...server.users.owner, database: DATABASE, application: 'test' };
  simulator = await startSimulator({
    generate: {
      seed: 'move',
      slots: SLOTS,
      voteShare: 0.3,
      transactionsPerSlot: 20,
      dexShare: 0.6,
      sandwichesPerSlot: 0.7,
      onTruth: ({ slot, status }) => {
        if (status === 'block') produced.push(slot);
      },
    },
    pace: { slotMs: SLOT_MS, pregenerateSlots: AT_ONCE, retentionSlots: KEPT_SLOTS },
    startOn: 'first-subscriber',
  });
}, 180_000);
afterAll(async () => {
  await simulator?.stop();
  for (const cluster of clusters) await cluster.stop();
  await store.stop();
});

/** An ingester with detection, until it is stopped. */
function startIngest(client: Store): { stop(): Promise<void> } {
  const detection = new LiveDetection(client, {
    taken() {},
    detected() {},
    redetected() {},
    rejudged() {},
    failed: (error) => expect.fail(String(error)),
  });
  const detecting = detection.run();
  let isStopped = false;
  const ingesting = ingest(client, simulator.endpoint, async () => isStopped, {
    onWritten: (written) => detection.add(written),
  });
  return {
    async stop() {
      isStopped = true;
      await ingesting;
      detection.stop();
      await detecting;
    },
  };
}

/** Asks about one account again and again; every answer about the blocks of now is to be the first one. */
function startAsking(client: Store, upTo: number): { stop(): Promise<number> } {
  let isStopped = false;
  const asking = (async () => {
    let first: string | null = null;
    let answers = 0;
    while (!isStopped) {
      const rows = await client.read.queryRows(
        `SELECT pool, count(), sum(trader_in) FROM swaps FINAL WHERE slot <= ${upTo} GROUP BY pool ORDER BY pool`,
        WAIT,
      );
      first ??= JSON.stringify(rows);
      expect(JSON.stringify(rows)).toBe(first);
      answers += 1;
      await sleep(100);
    }
    return answers;
  })();
  return {
    async stop() {
      isStopped = true;
      return await asking;
    },
  };
}

async function hasSlot(client: Store, slot: number): Promise<void> {
  while (((await newestFullSlot(client.read)) ?? 0) < slot) await sleep(50);
}

/** Moves a store while it is written and read, and is interrupted once. */
async function moveLive(
  from: { client: Store; options: StoreOptions },
  to: TestCluster,
  writeMore: number,
): Promise<MoveReport> {
  const ingesting = startIngest(from.client);
  const head = (await newestFullSlot(from.client.read)) ?? 0;
  const asking = startAsking(from.client, head);
  const both = { from: from.options, to: to.options('owner'), rangeSlots: 256 };
  const interruption = new AbortController();
  const interrupted = moveStore({
    ...both,
    finish: false,
    signal: interruption.signal,
    onProgress({ table, fromSlot }) {
      // In the middle of a range.
      if (table === 'swaps' && fromSlot !== null) interruption.abort(new Error('interrupted'));
    },
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  const live = await moveStore({ ...both, finish: false });
  expect(live.isFinished).toBe(false);
  await hasSlot(from.client, head + writeMore);
  await ingesting.stop();
  expect(await asking.stop()).toBeGreaterThan(3);
  const last = await moveStore({ ...both, finish: true });
  expect(live.blocks + last.blocks).toBeGreaterThan(writeMore / 2);
  return last;
}

async function expectEqual(from: Store, to: TestCluster): Promise<void> {
  const target = to.shards[0]!;
  expect(await allDigests(target)).toEqual(await allDigests(from));
  expect(await feedOf(target)).toEqual(await feedOf(from));
  expect(await misplacedRows(to.shards)).toEqual([]);
}

test('a store of one server becomes one of two and then of three, while it is written and read', async () => {
  const [two, three] = clusters as [TestCluster, TestCluster];
  const first = startIngest(one);
  await hasSlot(one, ((await firstSlot(one)) ?? 0) + 150);
  await first.stop();
  await refreshHeat(one, { settleSeconds: 0, most: 1 });
  const toTwo = await moveLive({ client: one, options: oneOptions }, two, 50);
  expect(toTwo.isFinished).toBe(true);
  await expectEqual(one, two);

  // Everything is right for the next ingester, which adds to the feed again.
  const feed = (await feedOf(two.store)).length;
  await moveLive({ client: two.store, options: two.options('owner') }, three, 60);
  expect((await feedOf(two.store)).length).toBeGreaterThan(feed);
  await expectEqual(two.store, three);
  const rest = startIngest(three.store);
  await hasSlot(three.store, ((await newestFullSlot(three.store.read)) ?? 0) + 10);
  await rest.stop();
  const stored = await storedSlots(three.store);
  expect(stored).toEqual(produced.filter((slot) => slot <= stored.at(-1)!));
}, 900_000);

async function storedSlots({ read }: Store): Promise<number[]> {
  const rows = await read.queryRows<[string]>('SELECT DISTINCT slot FROM slots ORDER BY slot', WAIT);
  return rows.map(([slot]) => Number(slot));
}

async function firstSlot({ read }: Store): Promise<number | null> {
  for (;;) {
    const [row] = await read.queryRows<[string]>('SELECT min(slot) FROM slots', WAIT);
    if (Number(row?.[0]) > 0) return Number(row?.[0]);
    await sleep(50);
  }
}

test('a store that holds something else, and one of another move, are refused', async () => {
  const [two, three] = clusters as [TestCluster, TestCluster];
  const refused = (from: StoreOptions, to: TestCluster): Promise<unknown> =>
    moveStore({ from, to: to.options('owner'), finish: false }).catch(
      ({ code, message }) => `${code}: ${message}`,
    );
  expect(await refused(oneOptions, two)).toMatch(/^not_empty: .* is not empty/);
  await three.store.administer.execute(
    "CREATE TABLE unfinished_move (began_at DateTime) ENGINE = {{engine: MergeTree}} ORDER BY began_at COMMENT 'x'",
    WAIT,
  );
  expect(await refused(oneOptions, three)).toMatch(/half of a move from another store/);
});
