import { PLAIN } from '@tickscope/command-line';
import { signatureOf, walletOf } from '@tickscope/command-line/testing/answers';
import type { components } from '@tickscope/schemas';
import { expect, it } from 'vitest';
import { describeExplanation } from './report.js';

type Explanation = components['schemas']['TransactionExplanation'];

const FAILED: Explanation = {
  ...{ signature: signatureOf('Failed'), slot: 1_000, block_index: 7, block_time: 1_700_000_000 },
  ...{ success: false, outcome: 'unknown', reason: 'Who moved the price is not computed.' },
  error: {
    ...{ stored: {}, instruction: 3, program: walletOf('Pool'), label: 'Raydium CPMM', code: 6_005 },
    ...{ name: 'ExceededSlippage', kind: 'limit', sentence: 'Raydium CPMM refused\u001b[2J the trade.' },
  },
};
const describe = (changes: Partial<Explanation> = {}): string[] =>
  describeExplanation({ ...FAILED, ...changes }, null, PLAIN).split('\n');

it('a failed transaction is its sentence, then where and in which program', () => {
  expect(describe()).toEqual([
    'Raydium CPMM refused[2J the trade.',
    '',
    'slot 1000, index 7, 2023-11-14 22:13:20 UTC',
    `program ${walletOf('Pool')} (Raydium CPMM), in instruction 3, kind limit`,
    'Who moved the price is not computed.',
  ]);
});

it('what is not recorded is said', () => {
  const error = { ...FAILED.error!, program: null, label: null, name: null, kind: null };
  expect(describe({ error, reason: 'The program that failed is not recorded.' }).slice(3)).toEqual([
    'in instruction 3, kind unknown',
    'The program that failed is not recorded.',
  ]);
  expect(
    describe({ error: null, success: null, reason: 'Its result is not recorded.', block_time: null }),
  ).toEqual(['Its result is not recorded.', '', 'slot 1000, index 7']);
});

it('one that succeeded says so, and where it failed before', () => {
  const also_in = [{ slot: 990, blockTime: null, success: false }];
  const lines = describe({ success: true, outcome: null, reason: null, error: null, also_in });
  expect([lines[0], lines.at(-1)]).toEqual(['It succeeded.', 'also in slot 990, where it failed']);
});
