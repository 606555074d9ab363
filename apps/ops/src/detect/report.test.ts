import { SOL } from '@tickscope/command-line/testing/answers';
import { plant } from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { describe, expect, it } from 'vitest';
import type { JudgedSandwich } from './judge-now.js';
import { describeDetection } from './report.js';

/** `A` has six decimals, SOL nine; `B` is not known. */
const TOKENS = new Map([
  [address('A'), { symbol: 'AAA\u001b[2J', decimals: 6 }],
  [SOL, { symbol: 'SOL', decimals: 9 }],
]);
const tokenOf = (mint: string) => TOKENS.get(mint) ?? { symbol: mint.slice(0, 4), decimals: null };

const judged = (more: Partial<JudgedSandwich> = {}): JudgedSandwich => {
  const { sandwich } = plant(800);
  return { ...sandwich, confidenceThen: sandwich.confidence, ...more };
};

const textOf = (
  sandwiches: JudgedSandwich[],
  more: { all?: boolean; blocks?: number; swaps?: number } = {},
) =>
  describeDetection(
    { sandwiches, blocks: more.blocks ?? 9, swaps: more.swaps ?? 27 },
    { from: 800, to: 809, window: 10, all: more.all ?? false },
    tokenOf,
  );

describe('what detection finds', () => {
  it('is in whole tokens with their symbols, as the API has them', () => {
    const [, row] = textOf([judged({ gross: 60_000_000n, net: 1_500_000n })]).split('\n');
    expect(row).toContain(`  AAA[2J/${address('B').slice(0, 4)} (Raydium CPMM)  `);
    expect(row).toContain('  1.5 AAA[2J  ');
    expect(row).toContain(`  70 units of ${address('B').slice(0, 4)}  `);
    expect(row).toMatch(/ {2}exact {2,}likely {2}same slot$/);
  });

  it('gains in the token of the gain, and says where fees are not subtracted', () => {
    const [, row] = textOf([judged({ gainMint: SOL, gross: 2_000_000_000n, net: null })]).split('\n');
    expect(row).toContain('  2 SOL before fees  ');
  });

  it('lost at least what is known, and nothing is not known to be 0', () => {
    const [victim] = judged().victims;
    const lossOf = (...losses: (bigint | null)[]): string => {
      const victims = losses.map((lossAmount) => ({ ...victim!, lossAmount }));
      return textOf([judged({ victims, mintOut: SOL })]).split('\n')[1]!;
    };
    expect(lossOf(1_000_000_000n, 500_000_000n)).toContain('  1.5 SOL  ');
    expect(lossOf(1_000_000_000n, null)).toContain('  at least 1 SOL  ');
    expect(lossOf(null)).toContain('  unknown  ');
    const byRate = judged({ victims: [{ ...victim!, lossMethod: 'front_rate' }], mintOut: SOL });
    expect(textOf([byRate])).toContain('  at least 0.00000007 SOL  ');
  });

  it('is summed up, with one of a kind as one', () => {
    const suspected = judged({ confidence: 'suspected', reason: 'other_direction' as never });
    expect(textOf([judged(), suspected], { blocks: 1, swaps: 1 }).split('\n').at(-1)).toBe(
      '1 block stored of slots 800 to 809, 1 swap: 1 sandwich, 1 suspected (window ±10 slots); --all prints this too',
    );
    expect(textOf([judged(), suspected], { all: true }).split('\n').at(-1)).toBe(
      '9 blocks stored of slots 800 to 809, 27 swaps: 1 sandwich, 1 suspected (window ±10 slots)',
    );
    expect(textOf([], { blocks: 0, swaps: 0 })).toMatch(/\nNo block of this range is stored; /);
  });
});
