import type { Swap } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { createSandwichDetector } from './engine/detector.js';
import { swapOf } from './testing/scenario.js';

/** Each would take hours if the work grew with the square of the swaps. */
describe('bounded work', () => {
  const run = (swapsOf: (slot: number) => Swap[], slots: number): number => {
    const detector = createSandwichDetector();
    let found = 0;
    for (let slot = 100; slot < 100 + slots; slot += 1)
      found += detector.push({
        slot,
        blockTime: null,
        swaps: swapsOf(slot),
        attempts: [],
        poolEvents: [],
        tokenLinks: [],
        tips: [],
      }).length;
    return found + detector.flush().length;
  };

  it('holds for one wallet with 100,000 swaps in one pool in 20 slots', () => {
    run(
      (slot) =>
        Array.from({ length: 5_000 }, (_, at) =>
          swapOf({
            slot,
            blockIndex: at,
            trader: 'mallory',
            side: at % 3 === 0 ? 'sell' : 'buy',
            paid: 1_000n,
            got: 1_000n,
          }),
        ),
      20,
    );
  });

  it('holds for one wallet among the swaps of two that trade both ways all the time', () => {
    run(
      (slot) =>
        Array.from({ length: 2_000 }, (_, at) =>
          swapOf({
            slot,
            blockIndex: at,
            trader: at % 500 === 0 ? 'mallory' : `other ${at % 2}`,
            side: at % 1_000 < 500 ? 'sell' : 'buy',
            paid: 1_000n,
            got: 1_000n,
          }),
        ),
      20,
    );
  });

  it('holds for numbers that mean nothing', () => {
    const odd = [0n, -5n, 2n ** 64n - 1n, 1n];
    const found = run(
      (slot) =>
        odd.flatMap((paid, at) => [
          swapOf({
            slot,
            blockIndex: 3 * at,
            trader: 'mallory',
            side: 'buy',
            paid,
            got: odd[(at + slot) % 4]!,
          }),
          swapOf({ slot, blockIndex: 3 * at + 1, trader: 'victim', side: 'buy', paid, got: paid }),
          swapOf({
            slot,
            blockIndex: 3 * at + 2,
            trader: 'mallory',
            side: 'sell',
            paid: odd[(at + slot) % 4]!,
            got: paid,
          }),
        ]),
      30,
    );
    expect(found).toBeGreaterThan(0);
  });

  it('refuses options that mean nothing', () => {
    expect(() => createSandwichDetector({ maxSpan: -1 })).toThrow(RangeError);
    expect(() => createSandwichDetector({ maxSpan: 2_001 })).toThrow(RangeError);
    expect(() => createSandwichDetector({ thresholds: { shortSpan: Number.NaN } })).toThrow(RangeError);
  });
});
