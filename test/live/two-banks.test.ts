import { afterAll, describe, expect, it } from 'vitest';
import { liveStore } from './support.js';
import { expectProven, storeChain } from './whole-chain.js';

/**
 * Leaders that begin a bank, abandon it and build another one for the same slot (fast leader handover). Long chains, banks
 * without numbers and Alpenglow: `npm run test:long -- two-banks`.
 */
describe('two banks in one slot', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it.each(['blocks', 'messages'] as const)(
    '%s: every row is the generator’s own, and its hashes are proven',
    async (mode) => {
      const chain = await storeChain(store, mode, {
        ...{ seed: 'banks', slots: 150, transactionsPerSlot: 20, doubleBankShare: 0.2, hasBankIds: true },
      });
      expect(chain.doubleBanks).toBeGreaterThan(15);
      await expectProven(chain);
    },
  );
});
