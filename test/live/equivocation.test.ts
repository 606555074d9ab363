import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultOptions, type Simulator, startSimulator } from '@tickscope/simulator';
import { digests } from '@tickscope/testkit/store/table-digests';
import { IS_WHOLE } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countSlots, liveStore } from './support.js';
import { openGaps, runUndisturbed, runWhole, sandwiches, type WholeSeen } from './whole-ingester.js';

const FIRST = 432_000_000;
const CHAIN = {
  seed: 'equivocation',
  firstSlot: FIRST,
  slots: 70,
  transactionsPerSlot: 60,
  skippedShare: 0.05,
  slotMs: 400,
  voteShare: 0.3,
  dexShare: 0.6,
  sandwichesPerSlot: 2,
};

/** All tables keep one block per slot, the one that the chain builds on, whichever blocks servers send. */
describe('two blocks for one slot', () => {
  const store = liveStore();
  let expected: Record<string, string>;
  let expectedSandwiches: string[];
  /** Slots with a block, in order. */
  let chain: number[];

  function serve(faults: Partial<FaultOptions> = {}): Promise<Simulator> {
    return startSimulator({
      generate: CHAIN,
      pace: { slotMs: 30, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
      faults,
    });
  }

  beforeAll(async () => {
    const { client } = await store.fresh();
    await runUndisturbed(client, CHAIN);
    expected = await digests(client);
    expectedSandwiches = await sandwiches(client);
    const rows = await client.read.queryRows<[string]>('SELECT slot FROM slots FINAL ORDER BY slot', {
      timeoutMs: 30_000,
    });
    chain = rows.map(([slot]) => Number(slot));
    expect(chain.length).toBeGreaterThan(50);
    expect(expectedSandwiches.length).toBeGreaterThan(20);
  }, 120_000);
  afterAll(() => store.stop());

  it.each([
    ['the other one first: its child puts it right', 'before', ['replaced', 'waiting']],
    ['the other one second: it is left out', 'after', ['kept', 'waiting']],
    ['only the other one: it is taken out when the chain has gone on without it', 'instead', []],
  ] as const)('%s', async (_, forkPlace, resolutions) => {
    const forked = [chain[8]!, chain[20]!, chain[21]!, chain[40]!];
    const simulator = await serve({ forkSlots: forked, forkPlace });
    const { client } = await store.fresh();
    const seen = await runWhole({
      client,
      endpoint: simulator.endpoint,
      async isDone() {
        await sleep(100);
        const [row] = await client.read.queryRows<[string]>('SELECT max(slot) FROM slots', {
          timeoutMs: 30_000,
        });
        return (
          (await countSlots(client)) === chain.length &&
          Number(row?.[0]) === chain.at(-1) &&
          (await openGaps(client)) === 0 &&
          JSON.stringify(await digests(client, { tables: ['slots'] })) ===
            JSON.stringify({ slots: expected['slots'] })
        );
      },
    });
    await simulator.stop();
    expect(await digests(client)).toEqual(expected);
    expect(await sandwiches(client)).toEqual(expectedSandwiches);
    expect([...new Set(seen.equivocations.map(({ resolution }) => resolution))].sort()).toEqual(resolutions);
    // The third one builds on the true block of its parent's slot, which had not come: it was never stored.
    if (forkPlace === 'instead')
      expect([...new Set(seen.removed)].sort()).toEqual([forked[0], forked[1], forked[3]]);
  });

  it.runIf(IS_WHOLE)('from two servers, one of which lies: both ingesters end with the truth', async () => {
    const [honest, liar] = [
      await serve(),
      await serve({ forkSlots: [chain[15]!, chain[30]!], forkPlace: 'instead' }),
    ];
    const { client } = await store.fresh();
    // The slower one may still find a contradiction in its stream when the other has stored everything.
    const isDone = async ({ newestSlot }: WholeSeen): Promise<boolean> => {
      await sleep(100);
      return (
        newestSlot === chain.at(-1) &&
        (await openGaps(client)) === 0 &&
        JSON.stringify(await digests(client)) === JSON.stringify(expected)
      );
    };
    const options = { client, isDone };
    await Promise.all([
      runWhole({ ...options, endpoint: honest.endpoint }),
      runWhole({ ...options, endpoint: liar.endpoint, repairFrom: [honest.endpoint] }),
    ]);
    await honest.stop();
    await liar.stop();
    expect(await digests(client)).toEqual(expected);
    expect(await openGaps(client)).toBe(0);
    expect(await sandwiches(client)).toEqual(expectedSandwiches);
  });

  it('two ingesters as hot spares, each with slots dropped and its own repair, agree', async () => {
    const [one, other] = [
      await serve({ dropAt: [20, 21, 22, 60, 100], duplicateShare: 0.05 }),
      await serve({ dropAt: [30, 31, 80], halfSlots: [chain[25]!], disconnectEvery: 70 }),
    ];
    const { client } = await store.fresh();
    // The slower one may still find a contradiction in its stream when the other has stored everything.
    const isDone = async ({ newestSlot }: WholeSeen): Promise<boolean> => {
      await sleep(100);
      return (
        newestSlot === chain.at(-1) &&
        (await openGaps(client)) === 0 &&
        JSON.stringify(await digests(client)) === JSON.stringify(expected)
      );
    };
    const options = { client, isDone };
    await Promise.all([
      runWhole({ ...options, endpoint: one.endpoint }),
      runWhole({ ...options, endpoint: other.endpoint, mode: 'blocks' }),
    ]);
    await one.stop();
    await other.stop();
    expect(await digests(client)).toEqual(expected);
    expect(await openGaps(client)).toBe(0);
    expect(await sandwiches(client)).toEqual(expectedSandwiches);
  });
});
