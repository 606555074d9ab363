import type { RouteLimit, Swap } from '@tickscope/dex';
import { expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { Sandwich } from '../model/sandwich.js';
import { blocksOf, TOKEN, TruePool } from '../testing/scenario.js';
import { Story } from '../testing/story.js';

const SOL = 1_000_000_000n;
const newPool = (size: bigint): TruePool => new TruePool(size * SOL, size * 1_000n * SOL);
const SIZES = { one: 1_000n, other: 700n } as const;
type Name = keyof typeof SIZES;
const NAMES = ['one', 'other'] as const;

/**
 * A trade that an aggregator split over two pools, two slots after an attacker bought in some of them, in one transaction
 * each; the attacker sells in another slot.
 */
function split(fronted: readonly Name[], isLater = false): { swaps: Swap[]; use: number } {
  const stories = {
    one: new Story('one', newPool(SIZES.one)),
    other: new Story('other', newPool(SIZES.other)),
  };
  const place = (slot: number, name: Name) => ({
    slot,
    blockIndex: 0,
    extra: { outerIndex: NAMES.indexOf(name) },
  });
  const bought = fronted.map((name) => stories[name].buy('mallory', 9n * SOL, place(100, name)));
  const parts = NAMES.map((name) => stories[name].buy('victim', 5n * SOL, place(102, name)));
  // Without the attacker, and as it was.
  const clean = NAMES.reduce((sum, name) => sum + newPool(SIZES[name]).buy(5n * SOL), 0n);
  const attacked = parts.reduce((sum, { traderOut }) => sum + traderOut, 0n);
  const amount = clean - (clean - attacked) * 2n;
  const limit: RouteLimit = {
    ...{ kind: 'least_out', amount, quoted: clean, mint: TOKEN, moved: attacked },
    ...{ programId: 'Aggregator', outerIndex: 0, innerIndex: null },
  };
  for (const part of parts) part.routeLimit = limit;
  for (const [at, name] of fronted.entries())
    stories[name].sell('mallory', bought[at]!.traderOut, place(isLater ? 103 + at : 104, name));
  const swaps = NAMES.flatMap((name) => stories[name].swaps);
  return { swaps, use: Number(clean - attacked) / Number(clean - amount) };
}

const found = (swaps: readonly Swap[]): Sandwich[] => detectSandwiches(blocksOf({ swaps }));

it.each([false, true])(
  'each pool of a split trade gets the use of the whole; sold at other times: %s',
  (isLater) => {
    const { swaps, use } = split(NAMES, isLater);
    const sandwiches = found(swaps);
    expect(use).toBeCloseTo(0.5, 6);
    expect(sandwiches.map(({ pool }) => pool).sort()).toEqual(['one', 'other']);
    for (const { victims, reason } of sandwiches) {
      expect(victims[0]!.slippageUse).toBeCloseTo(use, 4);
      expect(victims[0]!.limitAge).toBe('before');
      expect(reason).not.toBe('arbitrage');
    }
  },
);

it('a pool that the attacker did not trade in stays as it was executed', () => {
  const { swaps, use } = split(['other']);
  const [sandwich, ...others] = found(swaps);
  expect(others).toEqual([]);
  expect(sandwich!.victims[0]!.slippageUse).toBeCloseTo(use, 4);
});
