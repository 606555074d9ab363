import { afterAll, describe, expect, it } from 'vitest';
import { liveStore } from './support.js';
import { expectProven, storeChain } from './whole-chain.js';

describe('slots of 200 ms with v1 transactions of 96 addresses', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it.each(['blocks', 'messages'] as const)('%s: every row is the generator’s own', async (mode) => {
    const chain = await storeChain(store, mode, {
      ...{ seed: 'short', slots: 150, transactionsPerSlot: 30, slotMs: 200, wideShare: 0.1 },
    });
    const wide = chain.blocks.flatMap(({ transactions }) =>
      transactions.filter(({ read, written }) => read.length + written.length === 96),
    );
    expect(wide.length).toBeGreaterThan(100);
    // Five slots a second, by the chain's own clock.
    const [first, last] = [chain.blocks[0]!, chain.blocks.at(-1)!];
    const seconds = last.block_time - first.block_time;
    expect(Math.abs(seconds - (last.slot - first.slot) / 5)).toBeLessThanOrEqual(1);
    await expectProven(chain);
  });
});
