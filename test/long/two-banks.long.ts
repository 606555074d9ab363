import { afterAll, describe, expect, it } from 'vitest';
import { liveStore } from '../live/support.js';
import { expectProven, storeChain } from '../live/whole-chain.js';

const SLOTS = 2_000;
const LIMIT_MS = 600_000;

/** Leaders that begin a bank, abandon it and build another one for the same slot (fast leader handover). */
describe('two banks in one slot', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it.each(['blocks', 'messages'] as const)(
    '%s, 1 in 100 slots, banks numbered: every row is the generator’s own, and its hashes are proven',
    async (mode) => {
      const chain = await storeChain(store, mode, {
        ...{ seed: 'banks', slots: SLOTS, transactionsPerSlot: 12, doubleBankShare: 0.01, hasBankIds: true },
      });
      expect(chain.doubleBanks).toBeGreaterThan(SLOTS / 200);
      await expectProven(chain);
    },
    LIMIT_MS,
  );

  it.each(['blocks', 'messages'] as const)(
    '%s, from a server that does not number its banks: they are kept apart by their hashes',
    async (mode) => {
      const chain = await storeChain(store, mode, {
        ...{ seed: 'unnumbered', slots: 300, transactionsPerSlot: 40, doubleBankShare: 0.2 },
      });
      expect(chain.doubleBanks).toBeGreaterThan(40);
      await expectProven(chain);
    },
    LIMIT_MS,
  );

  it('on Alpenglow, where leaders hand over', async () => {
    const chain = await storeChain(store, 'messages', {
      ...{ seed: 'handover', slots: 300, transactionsPerSlot: 40, doubleBankShare: 0.2 },
      consensus: 'alpenglow',
    });
    await expectProven(chain);
  });
});
