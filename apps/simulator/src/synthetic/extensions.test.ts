import { describe, expect, test } from 'vitest';
import { decodeBlock, orderedTransactions } from '../testing/decode.js';
import { ChainGenerator } from './chain-generator.js';
import { basePlan, lamportTransfer } from './kinds/common.js';
import type { PlanContext, Scenario, TransactionKind } from './kinds/kind.js';
import type { TransactionPlan } from './plan.js';
import { type BlockTruth, slotTruth } from './truth.js';

function labelled(context: PlanContext, label: string): TransactionPlan {
  const [from, to] = context.world.wallets;
  const plan = basePlan('planted', from!, context);
  plan.labels = { label, balanceBefore: from!.lamports };
  lamportTransfer(plan, context, from!, to!, 1000);
  return plan;
}

describe('scenarios', () => {
  const triple: Scenario = {
    name: 'triple',
    schedule: ({ slot }) =>
      slot % 2 === 1
        ? []
        : [
            { position: 1, plan: (context) => labelled(context, 'last') },
            { position: 0.5, plan: (context) => labelled(context, 'front') },
            { position: 0.5, plan: (context) => labelled(context, 'victim') },
            { position: 0, plan: (context) => labelled(context, 'first') },
          ],
  };
  const generator = new ChainGenerator(
    { seed: 'scenario', transactionsPerSlot: 50, skippedShare: 0 },
    { scenarios: [triple] },
  );
  const slots = [generator.next(), generator.next()];
  const planted = slots.map((slot) =>
    (slotTruth(slot) as BlockTruth).transactions.filter(({ kind }) => kind === 'planted'),
  );

  test('put their transactions at their positions; those of one position stay adjacent and in order', () => {
    const [even, odd] = planted as [BlockTruth['transactions'], BlockTruth['transactions']];
    expect(odd).toEqual([]);
    expect(even.map(({ labels }) => labels!['label'])).toEqual(['first', 'front', 'victim', 'last']);
    const [first, front, victim, last] = even.map(({ block_index }) => block_index);
    expect(first).toBe(0);
    expect(victim).toBe(front! + 1);
    expect(last).toBe((slotTruth(slots[0]!) as BlockTruth).transactions.length - 1);
  });

  test('see the balances at their position in the block', () => {
    const decoded = orderedTransactions(decodeBlock(slots[0]!.stored!));
    for (const { block_index, labels } of planted[0]!)
      expect(decoded[block_index]!.meta!.preBalances[0]).toBe(String(labels!['balanceBefore']));
  });
});

test('kinds are drawn by their weights', () => {
  const kind = (name: string, weight: number): TransactionKind => ({
    name,
    weight,
    plan: (context) => ({ ...labelled(context, name), kind: name }),
  });
  const generator = new ChainGenerator(
    { seed: 'kinds', transactionsPerSlot: 2000, voteShare: 0 },
    { kinds: [kind('often', 3), kind('seldom', 1)] },
  );
  const { transactions } = slotTruth(generator.next()) as BlockTruth;
  const often = transactions.filter(({ kind: name }) => name === 'often').length / transactions.length;
  expect(often).toBeGreaterThan(0.7);
  expect(often).toBeLessThan(0.8);
});
