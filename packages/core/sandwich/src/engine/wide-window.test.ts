import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockTrades, Sandwich } from '../model/sandwich.js';
import { victimsAtWindow } from '../rules/rule-7-window.js';
import { randomBlocks } from '../testing/random-blocks.js';
import { Story } from '../testing/story.js';
import { detectSandwiches } from './detect.js';

const SOL = 1_000_000_000n;
const LOW = { thresholds: { botTrips: 1, botPools: 1, botGains: 0, botAims: 0, botSpan: 2_000 } };

describe('a victim', () => {
  it('counts at a window when every leg lies within that many slots of it', () => {
    const victims = [100, 103, 106].map((slot) => ({ swap: { slot } }));
    const sandwich = { victims, firstSlot: 99, lastSlot: 107 } as unknown as Sandwich;
    const at = (window: number): number[] => victimsAtWindow(sandwich, window).map(({ swap }) => swap.slot);
    expect([at(3), at(4), at(6), at(7)]).toEqual([[], [103], [103], [100, 103, 106]]);
  });
});

describe('a window', () => {
  /** Five sandwiches that use up a limit make mallory known; then one of 80 slots. */
  const blocks = (): BlockTrades[] => {
    const known = ['a', 'b', 'c', 'd', 'e'].flatMap((name, at) => {
      const story = new Story(`pool ${name}`).at(100 + at);
      const front = story.buy('mallory', 10n * SOL);
      story.buyToLimit('victim', 5n * SOL);
      story.sell('mallory', front.traderOut);
      return story.blocks();
    });
    const long = new Story('pool');
    const front = long.at(200).buy('mallory', 10n * SOL);
    long.at(240).buyToLimit('victim', 50n * SOL);
    long.at(280).sell('mallory', front.traderOut);
    return [...known, ...long.blocks()];
  };

  it('of 40 slots shows a known bot’s sandwich of 80, one of 39 does not', () => {
    expect(detectSandwiches(blocks(), { window: 39 })).toHaveLength(5);
    expect(detectSandwiches(blocks(), { window: 40 })[5]).toMatchObject({
      basis: 'known_bot',
      firstSlot: 200,
      lastSlot: 280,
    });
  });

  it('of 1,000 slots shows nothing of a wallet that is not known', () => {
    expect(detectSandwiches(blocks().slice(1), { window: 1_000 })).toHaveLength(4);
  });

  it('must be a whole number from 0 to 1,000', () => {
    for (const window of [-1, 0.5, 1_001, Number.NaN])
      expect(() => detectSandwiches([], { window })).toThrow(RangeError);
  });

  it('that is wider never loses a result', () => {
    fc.assert(
      fc.property(
        randomBlocks(90),
        fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 })),
        (chain, windows) => {
          const [narrow, wide] = windows.sort((a, b) => a - b);
          const results = (window: number): string[] =>
            detectSandwiches(chain, { ...LOW, window })
              .flatMap((sandwich) =>
                victimsAtWindow(sandwich, window).map(
                  ({ swap }) =>
                    `${sandwich.id} ${sandwich.confidence} ${sandwich.lastSlot} ${swap.slot}.${swap.blockIndex}`,
                ),
              )
              .sort();
          const found = new Set(results(wide));
          for (const result of results(narrow)) expect(found).toContain(result);
        },
      ),
      { numRuns: 150 },
    );
  });
});
