import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import type { PriceMove } from './price-move.js';
import type { Swap } from './swap.js';
import { realTransactions } from './testing/real-transactions.js';
import { hasSharedData } from './testing/shared-data.js';

/**
 * The events of real swaps fit the amounts that were transferred: with the price and the liquidity of the event, the
 * amounts give a fee that the pool's program has, or the price of a bin with a step in whole basis points.
 */
type Moved = Swap & { priceMove: PriceMove };

const CLMM_FEES = [1, 5, 25, 100, 200].map((points) => points / 10_000);

describe.skipIf(!hasSharedData)('price moves of the chain (skipped without ../shared/data)', () => {
  const swaps = realTransactions()
    .filter(({ tx }) => tx.meta?.error === null)
    .flatMap(({ slot, tx }) => extractTrades(slot, tx).swaps);
  const movedIn = (dexName: string): Moved[] =>
    swaps.filter((swap): swap is Moved => swap.dexName === dexName && swap.priceMove !== null);
  const countOf = (dexName: string): number => swaps.filter((swap) => swap.dexName === dexName).length;

  it('are known of every swap on Raydium CLMM, and its fee follows from them', () => {
    const moved = movedIn('Raydium CLMM');
    expect(moved.length).toBeGreaterThan(5);
    expect(moved).toHaveLength(countOf('Raydium CLMM'));
    for (const { poolIn, poolOut, priceMove } of moved) {
      const { falls, after, liquidity, feeIn } = priceMove;
      expect(feeIn).toBeNull();
      // In units of the price that falls: out is L·Δ√P, the input L·Δ(1/√P).
      const root = falls ? after : 1 / after;
      const before = root + Number(poolOut) / liquidity!;
      const net = liquidity! * (1 / root - 1 / before);
      const fee = 1 - net / Number(poolIn);
      const rounding = 3 / Number(poolIn) + 3 / Number(poolOut);
      expect(Math.min(...CLMM_FEES.map((usual) => Math.abs(usual - fee)))).toBeLessThan(rounding);
    }
  });

  it('are known of every swap on Meteora DLMM, and the step of its bins follows from them', () => {
    const moved = movedIn('Meteora DLMM');
    expect(moved.length).toBeGreaterThan(8);
    let exact = 0;
    for (const { poolIn, poolOut, priceMove } of moved) {
      const { falls, before, after, feeIn } = priceMove;
      const rate = Number(poolOut) / Number(poolIn - feeIn!);
      const price = falls ? rate : 1 / rate;
      const step = (bin: number): number => (price ** (1 / bin) - 1) * 10_000;
      const rounding = 10_000 * (2 / Number(poolIn) + 2 / Number(poolOut));
      expect(Math.abs(after - before!)).toBeLessThan(10);
      if (before !== after) continue;
      expect(Math.abs(step(after) - Math.round(step(after)))).toBeLessThan(rounding);
      exact += 1;
    }
    expect(exact).toBeGreaterThan(4);
  });

  it('say of a swap on Meteora DAMM v2 that its fee of a tenth of a percent was taken from the output', () => {
    const [swap] = movedIn('Meteora DAMM v2');
    const { falls, after, feeIn, feeOut } = swap!.priceMove;
    expect([falls, feeIn, feeOut]).toEqual([false, 0n, 8_047_603n + 2_011_900n]);
    const gross = Number(swap!.poolOut + feeOut!);
    expect(Number(feeOut) / gross).toBeCloseTo(0.001, 8);
    // The amounts are small against the pool: their ratio is nearly the price.
    expect(Number(swap!.poolIn) / gross / after ** 2).toBeCloseTo(1, 3);
  });
});
