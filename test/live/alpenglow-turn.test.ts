import { afterAll, describe, expect, it } from 'vitest';
import { liveStore } from './support.js';
import { expectProven, storeChain } from './whole-chain.js';

const FIRST = 432_000_000;

/** A chain that turns to Alpenglow while it is being stored: ticked before, one tick a block and no votes after. */
describe('a chain that turns to Alpenglow', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it.each(['blocks', 'messages'] as const)('%s: every tick and row is right on both sides', async (mode) => {
    const turn = FIRST + 100;
    const chain = await storeChain(store, mode, {
      ...{ seed: 'turn', slots: 200, transactionsPerSlot: 30, skippedShare: 0.1 },
      ...{ alpenglowFrom: turn, doubleBankShare: 0.02, hasBankIds: true },
    });
    for (const { slot, model, transactions } of chain.blocks) {
      expect(model).toBe(slot < turn ? 'ticked' : 'alpenglow');
      if (slot >= turn) expect(transactions.filter(({ is_vote }) => is_vote)).toEqual([]);
    }
    await expectProven(chain);
  });
});
