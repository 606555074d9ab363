import type { Block } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches, type Sandwich } from '@tickscope/sandwich';
import {
  BlockWriter,
  type ReadConnection,
  type ReadWrite,
  readUndetectedSlots,
  type SandwichWrite,
  writeSandwiches,
} from '@tickscope/store';
import { makeKnown } from '@tickscope/testkit/store/known-actors';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { BLOCKS, NOW, roundsAt, THEN } from '@tickscope/testkit/then-and-now-chain';
import { address } from '@tickscope/testkit/traded-block';
import { sandwichCheck } from '@tickscope/verify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChangedActors } from './changed-actors.js';
import { LiveDetection } from './live-detection.js';
import { redetectSlots } from './redetect-slots.js';
import { StandingPasses } from './standing-passes.js';

/** Five rounds 20 hours before the sixth, which makes the bot and the scalper known. */
const HOURS_20 = 20 * 9_000;
const EARLIER = [20_000, 20_060, 20_120, 20_180, 20_240];
const LATER = 20_300 + HOURS_20;

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store?.stop());
beforeEach(async () => {
  client = await store.fresh();
});

interface Row {
  id: string;
  who: string;
  confidence: string;
  confidence_then: string;
  standing: string;
  cause: string;
  before: string | null;
  revision: number;
  is_final: boolean;
  inserted: string;
}

async function rows(where = 'true'): Promise<Row[]> {
  const result = await client.query({
    query: `SELECT bracket_id AS id, if(attacker = toFixedString(base58Decode('${address('bot')}'), 32), 'bot', 'scalper') AS who,
        confidence, confidence_then, standing, cause, confidence_before AS before, revision, is_final,
        toString(inserted_at) AS inserted
      FROM sandwiches FINAL WHERE ${where} ORDER BY first_slot, bracket_id`,
    format: 'JSONEachRow',
  });
  return result.json<Row>();
}

/** Confidence now and then of who: each once. */
const said = (all: readonly Row[], who: string): string[] => [
  ...new Set(
    all
      .filter((row) => row.who === who)
      .map(
        ({ confidence, confidence_then: before, standing }) => `${confidence}, then ${before}: ${standing}`,
      ),
  ),
];

/** As a process stores them that is killed before its passes. */
async function storeAndDie(blocks: readonly Block[], sandwiches: readonly Sandwich[]): Promise<void> {
  await new BlockWriter(client).write(blocks);
  const writes = sandwiches.map((sandwich): SandwichWrite => ({ kind: 'store', sandwich, isFinal: true }));
  for (const write of writes) await writeSandwiches(client, [write], { tripsChanged: () => undefined });
  await markDetected(client);
}

const failures: Error[] = [];
const events = {
  taken: () => undefined,
  detected: () => undefined,
  redetected: () => undefined,
  rejudged: () => undefined,
  failed: (error: Error) => void failures.push(error),
};
const isKnown = (known: readonly Row[]): void => {
  expect(said(known, 'bot')).toEqual(['exact, then suspected: known_bot']);
  expect(said(known, 'scalper')).toEqual(['suspected, then exact: scalper']);
};

describe('a sixth trip makes a bot known, and a scalper', () => {
  const blocks = [...roundsAt(EARLIER), ...roundsAt([...EARLIER, LATER]).slice(-60)];
  const detected = detectSandwiches(blocks.map(extractBlockTrades));
  const [earlier, last] = [
    blocks.filter(({ slot }) => slot < LATER),
    blocks.filter(({ slot }) => slot >= LATER),
  ];
  const before = `first_slot < ${LATER}`;
  beforeEach(async () => {
    await storeAndDie(
      earlier,
      detected.filter(({ firstSlot }) => firstSlot < LATER),
    );
    expect(said(await rows(), 'bot')).toEqual(['suspected, then suspected: unknown']);
    expect(said(await rows(), 'scalper')).toEqual(['exact, then exact: unknown']);
  });

  test('the sandwiches of 20 hours before say so, each by one revision; nothing is due, and they expire as before', async () => {
    const [old, writer] = [await rows(before), new BlockWriter(client)];
    const detection = new LiveDetection(client, events);
    const running = detection.run(300_000);
    await writer.write(last);
    detection.add(last);
    await vi.waitFor(async () => isKnown(await rows(before)), { timeout: 60_000, interval: 100 });
    detection.stop();
    await running;
    const changed = await rows(before);
    expect(changed.map(({ id, is_final, inserted }) => [id, is_final, inserted])).toEqual(
      old.map(({ id, inserted }) => [id, true, inserted]),
    );
    expect(changed.map(({ revision, cause, before: was }) => [revision, cause, was])).toEqual(
      old.map(({ revision, confidence }) => [revision + 1, 'standing', confidence]),
    );
    expect(await readUndetectedSlots(client.read)).toEqual([]);
    expect(failures.splice(0)).toEqual([]);
  });

  test('and so they do where the process was killed between the trip and the pass: the next one sweeps', async () => {
    await storeAndDie(
      last,
      detected.filter(({ firstSlot }) => firstSlot >= LATER),
    );
    expect(said(await rows(before), 'bot')).toEqual(['suspected, then suspected: unknown']);
    const passes = new StandingPasses(client, events);
    const running = passes.run();
    await vi.waitFor(async () => isKnown(await rows(before)), { timeout: 60_000, interval: 100 });
    passes.stop();
    await running;
    expect(failures.splice(0)).toEqual([]);
  });
});

describe('sweeps', () => {
  const blocks = [...roundsAt(EARLIER), ...roundsAt([...EARLIER, LATER]).slice(-60)];
  const unjudged = () => storeAndDie(blocks, detectSandwiches(blocks.map(extractBlockTrades)));
  const written = (minutesAgo: number) =>
    client.command({
      query: `ALTER TABLE actor_trips UPDATE inserted_at = now() - INTERVAL ${minutesAgo} MINUTE WHERE true`,
      clickhouse_settings: { mutations_sync: '1' },
    });
  /** Its passes are not those that are tested. */
  const strangerTrades = () => makeKnown(client, 'stranger', { hoursLater: 1, aimed: true });
  const untilKnown = () =>
    vi.waitFor(async () => isKnown(await rows(`first_slot < ${LATER}`)), { timeout: 60_000, interval: 100 });
  /** How often a query was asked that has a text in it. */
  const counted = (text: string): { reads(): number; store: ReadWrite } => {
    let reads = 0;
    const read: ReadConnection = {
      queryRows: (sql, options) => {
        if (sql.includes(text)) reads += 1;
        return client.read.queryRows(sql, options);
      },
    };
    return { reads: () => reads, store: { read, write: client.write } };
  };

  test('the first looks back over the last day of trips: a kill was followed by an outage, and others wrote since', async () => {
    await unjudged();
    await written(20 * 60);
    await strangerTrades();
    const passes = new StandingPasses(client, events);
    const running = passes.run();
    await untilKnown();
    passes.stop();
    await running;
    expect(failures.splice(0)).toEqual([]);
  });

  test('one after an outage looks at all that was written since the last one', async () => {
    const now = performance.now.bind(performance);
    const swept = counted('max(inserted_at)');
    const passes = new StandingPasses(swept.store, events);
    const running = passes.run();
    await vi.waitFor(() => expect(swept.reads()).toBe(1), { timeout: 60_000 });
    await unjudged();
    await written(50);
    await strangerTrades();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
    try {
      passes.add([]);
      await untilKnown();
    } finally {
      clock.mockRestore();
      passes.stop();
      await running;
    }
    expect(failures.splice(0)).toEqual([]);
  });

  test('leave alone what was judged since', async () => {
    await unjudged();
    await written(5);
    const swept = counted('max(inserted_at)');
    const judged = counted('alternatives');
    const store: ReadWrite = {
      read: {
        queryRows: (sql, options) =>
          (sql.includes('alternatives') ? judged : swept).store.read.queryRows(sql, options),
      },
      write: client.write,
    };
    const passes = new StandingPasses(store, events);
    const running = passes.run();
    await untilKnown();
    const before = judged.reads();
    expect(before).toBeGreaterThan(0);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    try {
      passes.add([]);
      await vi.waitFor(() => expect(swept.reads()).toBe(2), { timeout: 60_000 });
    } finally {
      passes.stop();
      await running;
      clock.mockRestore();
    }
    expect(judged.reads()).toBe(before);
    expect(failures.splice(0)).toEqual([]);
  });

  test('a stop does not wait for a write that the store never answers', async () => {
    await unjudged();
    let writes = 0;
    const insertSelected = (): Promise<void> => {
      writes += 1;
      return new Promise(() => {});
    };
    const passes = new StandingPasses(
      { read: client.read, write: { ...client.write, insertSelected } },
      events,
    );
    const running = passes.run();
    await vi.waitFor(() => expect(writes).toBe(1), { timeout: 60_000 });
    passes.stop();
    await running;
  });
});

describe('what a process left that was killed before its passes', () => {
  const range = { fromSlot: BLOCKS[0]!.slot, toSlot: BLOCKS.at(-1)!.slot };
  const verify = async (): Promise<string[]> => {
    const problems: string[] = [];
    const problem = (_: string, slot: number, detail: string): number => problems.push(`${slot} ${detail}`);
    await sandwichCheck(0)(client.read, range, { problem, onProgress: () => undefined });
    return problems;
  };
  beforeEach(() => storeAndDie(BLOCKS, THEN));

  test('is reported by verify, and mended by redetect: then all say what the detector says with such a record', async () => {
    const stale = (await rows()).filter(({ id, confidence }) => {
      const now = NOW.find((sandwich) => sandwich.id === id)!;
      return confidence !== now.confidence;
    });
    expect(stale.length).toBeGreaterThan(5);
    const problems = await verify();
    for (const { id } of stale)
      expect(problems).toContainEqual(
        expect.stringContaining(`sandwich ${id} is stored with the verdict of another record`),
      );
    const slots = BLOCKS.map(({ slot }) => slot);
    const { written, rejudged } = await redetectSlots(client, slots);
    expect([written, rejudged]).toEqual([0, problems.length]);
    expect(await verify()).toEqual([]);
    expect((await rows()).map(({ id, confidence }) => [id, confidence])).toEqual(
      NOW.map(({ id, confidence }) => [id, confidence]),
    );
    expect(await redetectSlots(client, slots)).toMatchObject({ written: 0, rejudged: 0 });
  });
});

test('a command leaves provisional sandwiches to an ingester, also to one that began after it', async () => {
  await new BlockWriter(client).write(BLOCKS);
  for (const sandwich of THEN)
    await writeSandwiches(client, [{ kind: 'store', sandwich, isFinal: false }], {
      tripsChanged: () => undefined,
    });
  const range = { fromSlot: BLOCKS[0]!.slot, toSlot: BLOCKS.at(-1)!.slot };
  let ingesters = 1;
  const actors = new ChangedActors(client, { isIngesting: async () => ingesters > 0 });
  const before = await rows();
  await actors.judgeAll([range]);
  expect([actors.changed, await rows()]).toEqual([0, before]);
  ingesters = 0;
  await actors.judgeAll([range]);
  expect((await rows()).map(({ id, confidence }) => [id, confidence])).toEqual(
    NOW.map(({ id, confidence }) => [id, confidence]),
  );
});

test('the rows are those of a detection of all blocks at once, whichever way their trips came', async () => {
  await new BlockWriter(client).write(BLOCKS);
  await redetectSlots(
    client,
    BLOCKS.map(({ slot }) => slot),
  );
  const facts = ({ id, confidence, confidence_then: before, standing }: Row): string[] => [
    ...[id, confidence, before, standing],
  ];
  const atOnce = (await rows()).map(facts);
  expect(atOnce.map(([id, confidence]) => [id, confidence])).toEqual(
    NOW.map(({ id, confidence }) => [id, confidence]),
  );
  client = await store.fresh();
  const detection = new LiveDetection(client, events);
  const running = detection.run(300_000);
  for (let at = 0; at < BLOCKS.length; at += 30) {
    const some = BLOCKS.slice(at, at + 30);
    await new BlockWriter(client).write(some);
    detection.add(some);
  }
  detection.stop();
  await running;
  expect((await rows()).map(facts)).toEqual(atOnce);
  expect(failures.splice(0)).toEqual([]);
});
