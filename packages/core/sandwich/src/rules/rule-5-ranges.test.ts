import type { Swap } from '@tickscope/dex';
import { Random } from '@tickscope/testkit/flows/random';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { Victim } from '../model/sandwich.js';
import { drawBracket, type RangeBracket, type RangeShape } from '../testing/range-brackets.js';
import { blocksOf, swapOf } from '../testing/scenario.js';
import { rootAt, TrueRangePool } from '../testing/true-range-pool.js';

/** Orca's fee tiers, in millionths. */
const ORCA_FEES = [100n, 200n, 400n, 500n, 1_600n, 3_000n, 6_500n, 10_000n, 20_000n];
const ODD_FEES = [123n, 1_230n, 3_700n, 7_777n];
const ONE_RANGE: RangeShape = { width: null, steepest: 1, fees: ORCA_FEES, most: 4 };

const DAMM_V2 = {
  programId: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  dexName: 'Meteora DAMM v2',
  poolKind: 'constant_product',
} as const;

interface Measured {
  victims: number;
  /** Relative errors of the losses by replay, ascending. */
  errors: number[];
  /** Victims among those in brackets that used liquidity of several ranges. */
  crossing: number;
  /** Victims without a replay in brackets within one range. */
  missed: number;
  /** Losses by the front's rate that were larger than the true one. */
  tooHigh: number;
}

function measure(shape: RangeShape, brackets: number, seed: number): Measured {
  const random = new Random(seed);
  const measured: Measured = { victims: 0, errors: [], crossing: 0, missed: 0, tooHigh: 0 };
  for (let count = 0; count < brackets; count += 1) {
    const bracket = drawBracket(() => random.next(), shape);
    if (bracket !== null) add(measured, bracket);
  }
  measured.errors.sort((a, b) => a - b);
  return measured;
}

function add(measured: Measured, { swaps, victims, leavesRange }: RangeBracket): void {
  const truth = new Map(victims.map(({ swap, trueLoss }) => [swap, trueLoss]));
  for (const { swap, lossAmount, lossMethod } of victimsIn(swaps)) {
    const trueLoss = truth.get(swap);
    if (trueLoss === undefined) continue;
    measured.victims += 1;
    if (lossMethod === 'replay') {
      measured.errors.push(Math.abs(Number(lossAmount) / trueLoss - 1));
      if (leavesRange) measured.crossing += 1;
      continue;
    }
    if (!leavesRange) measured.missed += 1;
    if (lossMethod === 'front_rate' && Number(lossAmount) > trueLoss * 1.000_1 + 2) measured.tooHigh += 1;
  }
}

function victimsIn(swaps: readonly Swap[]): readonly Victim[] {
  return detectSandwiches(blocksOf({ swaps })).flatMap((sandwich) => sandwich.victims);
}

const at = (errors: readonly number[], share: number): number => errors[Math.floor(errors.length * share)]!;

describe('losses in a concentrated pool', () => {
  it('are the true ones within one price range, for every victim', () => {
    for (const most of [1, 2, 6]) {
      const { victims, errors } = measure({ ...ONE_RANGE, most }, 400, most);
      expect(victims).toBeGreaterThan(390);
      expect(errors).toHaveLength(victims);
      expect(at(errors, 0.5)).toBeLessThan(1e-6);
      expect(at(errors, 0.95)).toBeLessThan(1e-4);
      expect(errors.at(-1)).toBeLessThan(0.01);
    }
  });

  it('need no usual fee where a further buyer confirms the range', () => {
    const alone = measure({ ...ONE_RANGE, fees: ODD_FEES, most: 1 }, 300, 3);
    expect(alone.errors).toEqual([]);
    const { victims, errors } = measure({ ...ONE_RANGE, fees: ODD_FEES, most: 6 }, 300, 4);
    expect(errors.length / victims).toBeGreaterThan(0.8);
    expect(errors.at(-1)).toBeLessThan(0.01);
  });

  // Ticks of a range, and the largest factor between the liquidity of two ranges.
  it.each([
    [64, 1.1, 0.4],
    [200, 1.5, 0.4],
    [600, 3, 0.5],
    [600, 10, 0.5],
  ])(
    'where ranges of %i ticks end, by a factor of up to %d, are right or unknown',
    (width, steepest, least) => {
      for (const most of [1, 3]) {
        const shape = { width, steepest, most, fees: ORCA_FEES };
        const { victims, errors, crossing, missed, tooHigh } = measure(shape, 600, width + most);
        expect(errors.length / victims).toBeGreaterThan(least);
        expect(crossing).toBeGreaterThan(20);
        expect(at(errors, 0.5)).toBeLessThan(0.01);
        expect(at(errors, 0.95)).toBeLessThan(0.05);
        expect(errors.filter((error) => error > 0.05).length / errors.length).toBeLessThan(0.02);
        expect(missed).toBe(0);
        expect(tooHigh).toBe(0);
      }
    },
  );

  it('where most swaps leave their range and liquidity changes threefold, are wrong by over 5 % in one of twenty', () => {
    for (const most of [1, 3]) {
      const { victims, errors } = measure({ width: 64, steepest: 3, most, fees: ORCA_FEES }, 600, most);
      expect(errors.length / victims).toBeLessThan(0.45);
      expect(at(errors, 0.5)).toBeLessThan(0.01);
      expect(errors.filter((error) => error > 0.05).length / errors.length).toBeLessThan(0.06);
    }
  });

  it('are nearly all known and right, also where ranges end, if the program states both prices and the fee', () => {
    const least = { '64 1.1': 0.55, '200 1.5': 0.75, '600 3': 0.9 };
    for (const [shape, known] of Object.entries(least))
      for (const most of [1, 3]) {
        const [width, steepest] = shape.split(' ').map(Number) as [number, number];
        const events = 'prices_and_fee';
        const { victims, errors, crossing, tooHigh } = measure(
          { width, steepest, most, fees: [...ORCA_FEES, ...ODD_FEES], events },
          200,
          width + most,
        );
        expect(errors.length / victims).toBeGreaterThan(most === 1 ? 0.95 : known);
        expect(crossing).toBeGreaterThan(50);
        expect(at(errors, 0.5)).toBeLessThan(1e-5);
        expect(at(errors, 0.95)).toBeLessThan(0.01);
        expect(errors.at(-1)).toBeLessThan(0.05);
        expect(tooHigh).toBe(0);
      }
  });

  it('are right or unknown if the program states price and liquidity after a swap alone', () => {
    for (const [width, steepest, known] of [
      [64, 3, 0.4],
      [200, 1.5, 0.6],
      [600, 10, 0.75],
    ] as const)
      for (const most of [1, 3]) {
        const shape = { width, steepest, most, fees: ORCA_FEES, events: 'price_and_liquidity' } as const;
        const { victims, errors, tooHigh } = measure(shape, 200, width + most);
        expect(errors.length / victims).toBeGreaterThan(known);
        expect(at(errors, 0.5)).toBeLessThan(1e-5);
        expect(errors.at(-1)).toBeLessThan(0.05);
        expect(tooHigh).toBe(0);
      }
  });

  it('are not replayed where the victim used up the range and found a tenth of the liquidity behind it', () => {
    // Front and victim each pay 1 % of the virtual reserve; the range ends half-way through the victim.
    const start = rootAt(0);
    const end = (start * 1_000n) / 1_015n;
    const liquidity = 10n ** 12n;
    const ranges = [
      { lowest: end, liquidity },
      { lowest: rootAt(-400_000), liquidity: liquidity / 10n },
    ];
    const pool = new TrueRangePool(ranges, start, 3_000n);
    const whirlpool = { poolKind: 'concentrated' } as const;
    const buy = (trader: string): Swap => {
      const { paid, got } = pool.sellA('in', liquidity / 100n)!;
      return swapOf({ trader, side: 'buy', paid, got, extra: whirlpool });
    };
    const front = buy('mallory');
    const victim = buy('victim');
    const sold = pool.sellB('in', front.poolOut)!;
    const back = swapOf({
      trader: 'mallory',
      side: 'sell',
      paid: sold.paid,
      got: sold.got,
      extra: whirlpool,
    });
    const clean = new TrueRangePool(ranges, start, 3_000n).sellA('in', liquidity / 100n)!.got;
    const [found] = victimsIn([front, victim, back]);
    expect(found!.lossMethod).toBe('front_rate');
    expect(found!.lossAmount).toBeGreaterThan(0n);
    expect(found!.lossAmount).toBeLessThanOrEqual(clean - victim.poolOut);
  });
});

describe('losses in a pool of one curve whose fee lies beside it', () => {
  it('are the true ones for any fee, with buys and sells between', () => {
    const shape = { ...ONE_RANGE, fees: [2_500n, 12_345n, 77_000n, 400_000n], most: 6, program: DAMM_V2 };
    const { victims, errors } = measure(shape, 400, 5);
    expect(errors).toHaveLength(victims);
    expect(at(errors, 0.95)).toBeLessThan(1e-4);
    expect(errors.at(-1)).toBeLessThan(0.01);
  });

  it('are the true ones if the program states price and fee, however far others sell', () => {
    const events = 'price_and_fee';
    const shape = {
      ...ONE_RANGE,
      fees: [2_500n, 77_000n, 400_000n],
      most: 6,
      program: DAMM_V2,
      events,
    } as const;
    const { victims, errors } = measure(shape, 200, 5);
    expect(errors).toHaveLength(victims);
    expect(at(errors, 0.5)).toBeLessThan(1e-8);
    expect(errors.at(-1)).toBeLessThan(0.001);
  });

  it('are the true ones where the fee is taken from the output', () => {
    const reserves = { x: 10n ** 12n, y: 10n ** 15n };
    const without = { ...reserves };
    const swap = (of: typeof reserves, side: 'buy' | 'sell', paid: bigint): bigint => {
      const [into, from]: ['x' | 'y', 'x' | 'y'] = side === 'buy' ? ['x', 'y'] : ['y', 'x'];
      const out = (of[from] * paid) / (of[into] + paid);
      of[into] += paid;
      of[from] -= out;
      return out - (out * 4n) / 100n;
    };
    const trade = (trader: string, side: 'buy' | 'sell', paid: bigint): Swap =>
      swapOf({ trader, side, paid, got: swap(reserves, side, paid), extra: DAMM_V2 });
    const front = trade('mallory', 'buy', 10n ** 10n);
    const others = [
      ['one', 'buy', 3n * 10n ** 9n],
      ['two', 'sell', 10n ** 13n],
      ['three', 'buy', 10n ** 10n],
    ] as const;
    const played = others.map(([trader, side, paid]) => trade(trader, side, paid));
    const clean = others.map(([, side, paid]) => swap(without, side, paid));
    const found = victimsIn([front, ...played, trade('mallory', 'sell', front.poolOut)]);
    expect(found.map((victim) => victim.swap.trader)).toEqual(['one', 'three']);
    found.forEach(({ swap: { trader, poolOut }, lossAmount }) => {
      const place = others.findIndex(([name]) => name === trader);
      const trueLoss = Number(clean[place]! - poolOut);
      expect(Math.abs(Number(lossAmount) / trueLoss - 1)).toBeLessThan(1e-5);
    });
  });
});
