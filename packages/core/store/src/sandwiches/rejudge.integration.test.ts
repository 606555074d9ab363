import type { Sandwich } from '@tickscope/sandwich';
import { COUNTED_UNLESS_SCALPER, makeKnown } from '@tickscope/testkit/store/known-actors';
import { final, found, plant, retracted, storeBlocks } from '@tickscope/testkit/store/planted-sandwiches';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { QueryOptions, ReadConnection } from '../connection/read-connection.js';
import type { SandwichWrite } from './compare-sandwiches.js';
import { rejudge } from './rejudge.js';
import { actorsOf, rejudgeActors } from './rejudge-actors.js';
import { writeSandwiches } from './sandwich-writer.js';

const ALL = { fromSlot: 0, toSlot: 9_000, withProvisional: false };
const SOME = plant(800, { attacker: 'scalper', victims: ['ann', 'bob'] });

let store: TestStore;
let owner: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store?.stop());
beforeEach(async () => {
  owner = await store.fresh();
});

const rows = (query: string): Promise<unknown[][]> => owner.read.queryRows(query, { timeoutMs: 30_000 });
/** Another ingester writes the trips: no pass of this one. */
const write = (one: SandwichWrite, beforeStore: () => Promise<void> = async () => {}): Promise<number> =>
  writeSandwiches(owner, [one], { tripsChanged: () => undefined, beforeStore });

describe('a pass between what detection compares and what it writes', () => {
  const changed: Partial<Sandwich> = { ...COUNTED_UNLESS_SCALPER, gross: 59n };
  const seconds = [
    ['changes', final(SOME, changed), ['59', 0, true]],
    ['turns provisional', found(SOME, changed), ['59', 0, false]],
    ['takes back', retracted(SOME), ['60', 1, true]],
  ] as const;
  test.each(seconds.flatMap((second) => [0, 1].map((passes) => [...second, passes] as const)))(
    'leaves what detection %s the newest, under a number of its own (%#)',
    async (_, second, newest, earlierPasses) => {
      await storeBlocks({ owner }, [SOME]);
      await write(final(SOME, COUNTED_UNLESS_SCALPER));
      await makeKnown(owner, 'scalper', { hoursLater: 20, aimed: false });
      if (earlierPasses > 0) {
        expect(await rejudge(owner, ALL)).toBe(1);
        await makeKnown(owner, 'scalper', { hoursLater: 20, aimed: true });
      }
      await write(second, async () => {
        expect(await rejudge(owner, ALL)).toBe(1);
      });
      const feed = await rows('SELECT revision, toString(cause) FROM sandwich_feed ORDER BY _block_number');
      const passes = Array.from({ length: earlierPasses + 1 }, () => 'standing');
      expect(feed.map(([, cause]) => cause)).toEqual(['detection', ...passes, 'detection']);
      const revisions = feed.map(([revision]) => Number(revision));
      expect(revisions).toEqual([...new Set(revisions)].sort((left, right) => left - right));
      const last =
        'SELECT toString(gross), is_deleted, is_final FROM sandwiches ORDER BY revision DESC LIMIT 1';
      expect(await rows(last)).toEqual([newest]);
    },
  );
});

test('the sandwiches of a bot are read some hours at a time, each of them once, and each time its record', async () => {
  const COPIES = 12_000;
  await storeBlocks({ owner }, [SOME]);
  await write(final(SOME, COUNTED_UNLESS_SCALPER));
  await makeKnown(owner, 'scalper', { hoursLater: 20, aimed: false });
  expect(await rejudge(owner, ALL)).toBe(1);
  // As if detection had written them: 12 hours of them, all as they should be.
  await owner.command({
    query: `INSERT INTO sandwiches SELECT * EXCEPT copy REPLACE('detection' AS cause, copy * 9 AS first_slot,
        copy * 9 + 1 AS last_slot, concat(toString(copy), '.copy') AS bracket_id)
      FROM (SELECT *, arrayJoin(range(${COPIES})) AS copy FROM sandwiches FINAL)`,
  });
  const answers: number[] = [];
  let recordReads = 0;
  const read: ReadConnection = {
    async queryRows<Row extends readonly unknown[]>(sql: string, options: QueryOptions): Promise<Row[]> {
      const answer = await owner.read.queryRows<Row>(sql, options);
      if (sql.includes('alternatives')) answers.push(answer.length);
      if (sql.includes('approx_top_k')) recordReads += 1;
      return answer;
    },
  };
  const actors = actorsOf([{ addresses: [address('scalper')], lastSlot: 9_000 * 12, isGone: false }]);
  const { changed, judged } = await rejudgeActors({ read, write: owner.write }, actors, {
    withProvisional: false,
  });
  expect([changed, judged]).toEqual([0, [address('scalper')]]);
  expect(answers.reduce((sum, count) => sum + count, 0)).toBe(COPIES + 1);
  expect(Math.max(...answers)).toBeLessThanOrEqual(5_000);
  expect(recordReads).toBe(answers.length);
});
