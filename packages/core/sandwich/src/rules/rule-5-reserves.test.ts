import { describe, expect, it } from 'vitest';
import { swapOf } from '../testing/scenario.js';
import { solveReserves, stepsOf } from './rule-5-reserves.js';

describe('reserves', () => {
  it('of a launch on Pump.fun follow from its buys, and are those that every launch starts with', () => {
    // Four buys of one transaction: lamports that the curve gained, tokens that it lost.
    const buys: readonly [bigint, bigint][] = [
      [386_100_226n, 12_373_970_345_963n],
      [386_820_768n, 12_100_159_018_198n],
      [393_794_276n, 12_023_935_360_031n],
      [404_234_089n, 12_044_860_698_416n],
    ];
    const swaps = buys.map(([paid, got]) => swapOf({ side: 'buy', paid, got }));
    const rows = [1, 2, 3, 4];
    const { x, y, residual } = solveReserves(stepsOf({ swaps, directions: [0, 0, 0, 0], rows }), 1)!;
    expect(residual).toBeLessThan(1e-7);
    // 30 SOL and 1,073,000,000 tokens of six decimals, of which 1.5 SOL had bought some before.
    expect((x * y) / (30e9 * 1.073e15)).toBeCloseTo(1, 6);
    expect(x / 1e9).toBeCloseTo(31.5, 5);
  });
});
