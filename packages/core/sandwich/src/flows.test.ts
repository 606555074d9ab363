import { FLOWS, honestFlow } from '@tickscope/testkit/flows/honest-flow';
import { beforeAll, describe, expect, it } from 'vitest';
import { detectSandwiches, victimsAtWindow } from './index.js';
import type { Sandwich } from './model/sandwich.js';

// Dense as the full flows (`bench/detector` runs those: 300,000 swaps, five seeds), but a fifth of their length.
const SIZE = { slots: 200, swapsPerSlot: 300, pools: 300, wallets: 30_000 };
const HUNDRED_THOUSANDS = (SIZE.slots * SIZE.swapsPerSlot) / 100_000;
const LONG_HELD = 'holders 5 %, 200 slots';
const SHORT_HELD = 'holders 5 %, 50 slots';

const countedAt = (sandwiches: readonly Sandwich[], window: number): number =>
  sandwiches.filter(
    (sandwich) => sandwich.confidence !== 'suspected' && victimsAtWindow(sandwich, window).length > 0,
  ).length;

describe('the attacker-free flows', () => {
  it('are the same for a seed, and others for another', () => {
    const size = { ...SIZE, slots: 5 };
    const flow = (seed: number) => [
      ...honestFlow(FLOWS['makers, arbitrage, routes, holders']!, { ...size, seed }),
    ];
    expect(flow(1)).toEqual(flow(1));
    expect(flow(1)).not.toEqual(flow(2));
  });

  it('have positions in order, amounts above zero and swaps in two directions', () => {
    for (const mix of Object.values(FLOWS)) {
      const blocks = [...honestFlow(mix, { ...SIZE, slots: 20, seed: 3 })];
      const swaps = blocks.flatMap((block) => block.swaps);
      expect(swaps.length).toBeGreaterThan(5_000);
      expect(
        swaps.every(
          ({ poolIn, poolOut, traderIn, traderOut }) =>
            poolIn > 0n && poolOut > 0n && traderIn >= poolIn && traderOut <= poolOut,
        ),
      ).toBe(true);
      expect(
        new Set(
          swaps.map(
            ({ slot, blockIndex, outerIndex, innerIndex }) =>
              `${slot}.${blockIndex}.${outerIndex}.${innerIndex}`,
          ),
        ).size,
      ).toBe(swaps.length);
      for (const block of blocks)
        expect(block.swaps.map(({ blockIndex }) => blockIndex)).toEqual(
          block.swaps.map(({ blockIndex }) => blockIndex).sort((a, b) => a - b),
        );
    }
  });
});

describe('the detector on attacker-free flow', () => {
  const found = new Map<string, { near: Sandwich[]; wide: Sandwich[] }>();
  beforeAll(() => {
    for (const name of ['random', LONG_HELD, SHORT_HELD]) {
      const blocks = [...honestFlow(FLOWS[name]!, { ...SIZE, seed: 1 })];
      found.set(name, { near: detectSandwiches(blocks), wide: detectSandwiches(blocks, { window: 1_000 }) });
    }
  }, 120_000);

  it.each([0, 4, 10])('counts no sandwich among random swaps at ±%i slots', (window) => {
    expect(countedAt(found.get('random')!.near, window)).toBe(0);
  });

  it('counts at most 5 in 100,000 swaps where 1 in 20 is a buy held for 200 slots and sold whole', () => {
    const { near, wide } = found.get(LONG_HELD)!;
    for (const window of [0, 4, 10])
      expect(countedAt(near, window)).toBeLessThanOrEqual(5 * HUNDRED_THOUSANDS);
    expect(countedAt(wide, 1_000)).toBeLessThanOrEqual(5 * HUNDRED_THOUSANDS);
  });

  // Held for 50 slots some are sold within 4, whole and with a gain, which the definition calls exact (2 b).
  it('counts of buys held for 50 slots no more than the definition makes it', () => {
    const counted = found.get(SHORT_HELD)!.wide.filter(({ confidence }) => confidence !== 'suspected');
    for (const { quantityRatio, net, firstSlot, lastSlot } of counted) {
      expect(quantityRatio).toBe(1);
      expect(net).toBeGreaterThan(0n);
      expect(lastSlot - firstSlot).toBeLessThanOrEqual(4);
    }
    expect(counted.length).toBeLessThanOrEqual(20 * HUNDRED_THOUSANDS);
  });
});
