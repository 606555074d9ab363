import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ExpectedAnswers } from './answers.js';
import { compareAnswers, undetectedOf, watchClaims } from './ask.js';
import { startLiveHead, startNode } from './chains.js';
import { type HeadChain, headChain, plantedCorpus } from './corpus.js';
import { expectedSandwiches } from './expected.js';
import { type Stage, startStage } from './stage.js';
import { compareTables } from './stored-sandwiches.js';
import { rangeOf, WAYS, type Way, type WayScene } from './ways.js';

const SETTLE_MS = 600_000;
const LOOK_EVERY_MS = 500;
/** Longer than the API document allows, as the machine may be busy. */
const LAG_MS = 180_000;
/** Blocks of the live head that are stored before anything else comes. */
const HEAD_BLOCKS = 5;

/**
 * The same sandwiches whichever way the blocks came in: for each way the tables and the answers over HTTP are compared
 * with one pass of the pure detector over the blocks that are stored.
 */
export function describeWays(
  where: 'into a fresh store' | 'below a live head',
  ways: readonly Way[] = WAYS,
): void {
  const isLive = where === 'below a live head';
  const corpus = plantedCorpus();
  let stage: Stage;
  let node: Awaited<ReturnType<typeof startNode>>;

  beforeAll(async () => {
    node = await startNode(corpus.blocks);
    stage = await startStage(node.rpc!.endpoint);
  }, 240_000);
  afterAll(async () => {
    await node?.stop();
    await stage?.stop();
  });

  it('the corpus has at least 200 sandwiches that count, of one slot and over several, and look-alikes', () => {
    const found = expectedSandwiches(corpus.blocks).map((sandwich) => sandwich.found);
    const counted = found.filter(({ confidence }) => confidence !== 'suspected');
    expect(counted.length).toBeGreaterThanOrEqual(200);
    expect(new Set(counted.map(({ firstSlot, lastSlot }) => Math.min(lastSlot - firstSlot, 5)))).toEqual(
      new Set([0, 1, 2, 3, 4, 5]),
    );
    expect(new Set(counted.map(({ link }) => link)).size).toBeGreaterThanOrEqual(3);
    expect(counted.some(({ victims }) => victims.length > 5)).toBe(true);
    expect(found.length - counted.length).toBeGreaterThan(100);
  });

  describe.each(ways)(`$name, ${where}`, (way: Way) => {
    const { blocks, hasEntries } = way.stored(corpus);
    const withEntries = new Set(blocks.filter(hasEntries).map(({ slot }) => slot));
    const expected = expectedSandwiches(blocks);
    const answers = new ExpectedAnswers({ blocks, withEntries }, expected);
    const head = headChain(way.headDistance);
    const closers: (() => Promise<void>)[] = [];
    let wrongClaims: string[];

    const end = async (): Promise<void> => {
      for (const close of closers.splice(0).reverse()) await close();
    };

    beforeAll(async () => {
      await stage.fresh();
      const onEnd: WayScene['onEnd'] = (close) => closers.push(close);
      const startHead = isLive
        ? (env?: Record<string, string>) => startHeadIngester(stage, head, onEnd, env)
        : null;
      const claims = watchClaims(stage.api, answers.lastingVictims());
      try {
        await way.bring({ stage, corpus, node, startHead, onEnd });
        await settled(stage, answers, way.detectsItself && !isLive ? 0 : SETTLE_MS);
      } finally {
        wrongClaims = await claims.stop();
      }
    }, 900_000);
    afterAll(end, 120_000);

    it('stores the blocks that it is to bring, with their entries where it has them', async () => {
      expect(await stage.storedSlots(rangeOf(corpus))).toEqual(
        blocks.map((block) => ({ slot: block.slot, hasEntries: hasEntries(block) })),
      );
    });

    it('the tables hold the sandwiches of one pass of the pure detector, with legs and losses', async () => {
      const { length } = expected;
      expect(await compareTables(stage.client, expected, rangeOf(corpus))).toEqual({
        ...{ expected: length, stored: length, right: length, examples: [] },
      });
    });

    it(
      'over HTTP every victim has its verdict, legs, losses and, where entries are known, ticks',
      async () => {
        const asked = answers.victims.length;
        expect(asked).toBeGreaterThan(200);
        // What the records of actors say of sandwiches may follow within a minute.
        await vi.waitFor(
          async () =>
            expect(await compareAnswers(stage.api, answers.victims, answers)).toEqual({
              ...{ asked, sandwiched: asked, right: asked, examples: [] },
            }),
          { timeout: LAG_MS, interval: LOOK_EVERY_MS },
        );
      },
      2 * LAG_MS,
    );

    it('over HTTP trades that are not victims are not sandwiched', async () => {
      const asked = answers.others.length;
      expect(asked).toBeGreaterThan(50);
      expect(await compareAnswers(stage.api, answers.others, answers)).toEqual({
        ...{ asked, sandwiched: 0, right: asked, examples: [] },
      });
    });

    it('no sandwiched trade is called not sandwiched before detection has run', () => {
      expect(wrongClaims).toEqual([]);
    });

    if (isLive)
      it('the sandwiches of the live head are those of one pass over all that is stored', async () => {
        await end();
        const slots = (await stage.storedSlots()).map(({ slot }) => slot);
        const stored = new Set(slots);
        const all = [...corpus.blocks, ...head.blocksTo(slots.at(-1)!)].filter(({ slot }) =>
          stored.has(slot),
        );
        const range = { fromSlot: head.firstSlot, toSlot: Number.MAX_SAFE_INTEGER };
        const {
          right,
          stored: total,
          ...rest
        } = await compareTables(stage.client, expectedSandwiches(all), range);
        expect({ right, ...rest }).toEqual({ right: total, expected: total, examples: [] });
      }, 300_000);
  });
}

/** Resolves when the first blocks of the head are stored. */
async function startHeadIngester(
  stage: Stage,
  head: HeadChain,
  onEnd: WayScene['onEnd'],
  env: Record<string, string> = {},
): Promise<void> {
  const live = await startLiveHead(head);
  onEnd(() => live.stop());
  const ingester = await stage.startIngester(live.endpoint, env);
  onEnd(() => ingester.stop());
  await stage.stored(HEAD_BLOCKS, { fromSlot: head.firstSlot, toSlot: Number.MAX_SAFE_INTEGER });
}

/** Waits until detection has run over the corpus, for so long; what is wrong then, the tests say. */
async function settled(stage: Stage, answers: ExpectedAnswers, deadlineMs: number): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  let open = answers.victims;
  const isSettled = async (): Promise<boolean> => {
    // All of them again only when none is left.
    open = await undetectedOf(stage.api, open);
    if (open.length === 0) open = await undetectedOf(stage.api, answers.victims);
    return open.length === 0;
  };
  while (Date.now() < deadline && !(await isSettled())) await sleep(LOOK_EVERY_MS);
}
