import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Curve } from '../curve.js';
import { OrcaWhirlpoolCurve, squareRoot } from './orca-whirlpool-curve.js';
import { PUMP_INITIAL, PumpFunCurve } from './pump-fun-curve.js';
import { PumpSwapCurve } from './pump-swap-curve.js';
import { RAYDIUM_V4_FEES, RaydiumCurve } from './raydium-curve.js';

const SHARED = new URL('../../../../../../../shared/data/dex-transactions/tx-parser/', import.meta.url);

interface RayLog {
  file: string;
  amountIn: bigint;
  isCoinIn: boolean;
  coin: bigint;
  pc: bigint;
  amountOut: bigint;
}

/** Reads Raydium v4's logs of its `swap_base_in`s: amounts, direction (2: coin to pc), the reserves it used. */
function rayLogs(): RayLog[] {
  const logs: RayLog[] = [];
  for (const file of readdirSync(SHARED))
    for (const [, text] of readFileSync(new URL(file, SHARED), 'utf8').matchAll(
      /ray_log: ([A-Za-z0-9+/=]+)/g,
    )) {
      const data = Buffer.from(text!, 'base64');
      if (data[0] !== 3 || data.length !== 57) continue;
      const at = (index: number): bigint => data.readBigUInt64LE(1 + 8 * index);
      logs.push({
        file,
        amountIn: at(0),
        isCoinIn: at(2) === 2n,
        coin: at(4),
        pc: at(5),
        amountOut: at(6),
      });
    }
  return logs;
}

describe.skipIf(!existsSync(SHARED))('Raydium v4 swaps of the chain (skipped without ../shared/data)', () => {
  test('come out to the last unit', () => {
    const logs = rayLogs();
    expect(logs.length).toBeGreaterThan(3);
    for (const { file, amountIn, isCoinIn, coin, pc, amountOut } of logs) {
      const filled = new RaydiumCurve(coin, pc, RAYDIUM_V4_FEES).exactIn(!isCoinIn, amountIn);
      expect([file, filled?.fill.traderOut]).toEqual([file, amountOut]);
    }
  });
});

test('the first buyer of a Pump.fun curve gets for 1 SOL what the formula x × y = k gives', () => {
  const curve = new PumpFunCurve({
    virtualSol: PUMP_INITIAL.virtualSol,
    virtualTokens: PUMP_INITIAL.virtualTokens,
    realSol: 0n,
    realTokens: PUMP_INITIAL.realTokens,
  });
  // 1.073e15 × 1 / 31 tokens; fees 0.95 % and 0.3 % beside it.
  const { fill, next } = curve.exactOut(34_612_903_225_806n)!;
  expect(fill).toMatchObject({ poolIn: 1_000_000_000n, protocolFee: 9_500_000n, creatorFee: 3_000_000n });
  expect(fill.traderIn).toBe(1_012_500_000n);
  expect(next.quoteReserve).toBe(31_000_000_000n);
  expect(curve.exactIn(false, 1_000_000n)).toBeNull();
});

test('PumpSwap takes its three fees of the quote side', () => {
  const curve = new PumpSwapCurve(1_000_000_000n, 1_000_000_000n);
  // Half of the pool's base sold: 1e9 × 1e9 / 2e9 = 5e8 before fees of 20, 5 and 5 hundredths of a percent.
  const sold = curve.exactIn(false, 1_000_000_000n)!.fill;
  expect(sold).toMatchObject({ poolOut: 499_000_000n, traderOut: 498_500_000n, liquidityFee: 1_000_000n });
  const bought = curve.exactOut!(500_000_000n)!.fill;
  expect(bought).toMatchObject({ poolIn: 1_002_000_000n, traderIn: 1_003_000_000n });
});

test('CPMM keeps the protocol and fund fees out of its reserves', () => {
  const fees = { trade: 2_500n, protocol: 120_000n, fund: 40_000n };
  const { fill, next } = new RaydiumCurve(1_000_000_000n, 1_000_000_000n, fees).exactIn(true, 1_000_000n)!;
  // 2,500 of fee; of it 300 for the protocol and 100 for the fund; 1e9 × 997500 / (1e9 + 997500).
  expect(fill.traderOut).toBe(996_505n);
  expect(next.quoteReserve).toBe(1_000_999_600n);
});

test('a Whirlpool of one range is x × y = k over its virtual reserves, to the rounding', () => {
  const [a, b] = [40_000_000_000n, 9_000_000_000_000n];
  const sqrtPrice = squareRoot((b << 128n) / a);
  const range = { lowerSqrtPrice: sqrtPrice / 3n, upperSqrtPrice: sqrtPrice * 3n };
  const state = { liquidity: squareRoot(a * b), feeRate: 3_000n, ...range, baseIsA: true };
  const curve = new OrcaWhirlpoolCurve(state, sqrtPrice);
  const paid = 500_000_000n;
  const net = (Number(paid) * 997) / 1_000;
  const expected = (Number(b) * net) / (Number(a) + net);
  const got = Number(curve.exactIn(false, paid)!.fill.traderOut);
  expect(Math.abs(got / expected - 1)).toBeLessThan(1e-7);
  expect(curve.exactIn(false, a * 10n)).toBeNull();
});

describe('every curve', () => {
  const range = { lowerSqrtPrice: 1n << 63n, upperSqrtPrice: 3n << 64n };
  const whirlpool = { liquidity: 10n ** 13n, feeRate: 3_000n, ...range };
  const curves: [string, Curve][] = [
    ['Raydium v4', new RaydiumCurve(10n ** 13n, 10n ** 12n, RAYDIUM_V4_FEES)],
    [
      'Raydium CPMM',
      new RaydiumCurve(10n ** 13n, 10n ** 12n, { trade: 2_500n, protocol: 120_000n, fund: 40_000n }),
    ],
    ['Whirlpool, base first', new OrcaWhirlpoolCurve({ ...whirlpool, baseIsA: true }, 1n << 64n)],
    ['Whirlpool, quote first', new OrcaWhirlpoolCurve({ ...whirlpool, baseIsA: false }, 1n << 64n)],
    [
      'Pump.fun',
      new PumpFunCurve({
        virtualSol: 60_000_000_000n,
        virtualTokens: 536_500_000_000_000n,
        realSol: 30_000_000_000n,
        realTokens: 256_600_000_000_000n,
      }),
    ],
    ['PumpSwap', new PumpSwapCurve(10n ** 13n, 10n ** 12n)],
  ];

  test.each(curves)('%s: a round trip never earns, and a smaller input never gets more', (_, curve) => {
    fc.assert(
      fc.property(fc.bigInt(1_000n, 10n ** 10n), fc.bigInt(1n, 10n ** 9n), (amountIn, more) => {
        const bought = curve.exactIn(true, amountIn);
        const boughtMore = curve.exactIn(true, amountIn + more);
        if (bought === null || boughtMore === null) return;
        expect(boughtMore.fill.traderOut).toBeGreaterThanOrEqual(bought.fill.traderOut);
        expect(bought.fill.traderIn).toBeLessThanOrEqual(amountIn);
        const sold = bought.next.exactIn(false, bought.fill.traderOut);
        if (sold !== null) expect(sold.fill.traderOut).toBeLessThanOrEqual(bought.fill.traderIn);
      }),
    );
  });
});
