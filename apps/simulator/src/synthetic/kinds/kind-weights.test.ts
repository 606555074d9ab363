import { expect, test } from 'vitest';
import { ChainGenerator } from '../chain-generator.js';
import { type BlockTruth, slotTruth } from '../truth.js';
import { DEFAULT_KINDS } from './index.js';
import type { TransactionKind } from './kind.js';
import { kindWeights } from './kind-weights.js';

const kind = (name: string, weight: number, isUnlisted = false): TransactionKind => ({
  name,
  weight,
  isUnlisted,
  plan() {
    throw new Error('not planned here');
  },
});

test('unlisted trades get their share, and the others keep their proportions', () => {
  const weights = kindWeights([kind('unlisted', 55, true), kind('one', 30), kind('other', 10)], 0.2);
  expect(weights.map((weight) => Number(weight.toFixed(12)))).toEqual([0.2, 0.6, 0.2]);
});

test('without a share the weights are those of the kinds', () => {
  expect(kindWeights(DEFAULT_KINDS, null)).toEqual(DEFAULT_KINDS.map(({ weight }) => weight));
});

test('a share is refused where all kinds are of one sort', () => {
  expect(() => kindWeights([kind('one', 1)], 0.1)).toThrow(/both sorts/);
});

test('a chain without unlisted trades has none', () => {
  const kindsOf = (unlistedShare: number | null): Set<string> => {
    const generator = new ChainGenerator({ seed: 'unlisted', unlistedShare, skippedShare: 0 });
    const truths = [1, 2, 3].map(() => slotTruth(generator.next()) as BlockTruth);
    return new Set(truths.flatMap(({ transactions }) => transactions.map((transaction) => transaction.kind)));
  };
  expect(kindsOf(null)).toContain('market_trade');
  expect(kindsOf(0)).not.toContain('market_trade');
});
