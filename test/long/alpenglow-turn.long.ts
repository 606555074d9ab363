import { afterAll, expect, it } from 'vitest';
import { liveStore } from '../live/support.js';
import { expectProven, storeChain } from '../live/whole-chain.js';

const FIRST = 432_000_000;
const TURN = FIRST + 1_000;
const LIMIT_MS = 600_000;
const store = liveStore();
afterAll(() => store.stop());

it.each(['blocks', 'messages'] as const)(
  '%s: a chain of 2,000 slots that turns to Alpenglow at slot 1,000 is right on both sides',
  async (mode) => {
    const chain = await storeChain(store, mode, {
      ...{ seed: 'long turn', slots: 2_000, transactionsPerSlot: 12, skippedShare: 0.05 },
      ...{ alpenglowFrom: TURN, doubleBankShare: 0.01, hasBankIds: true },
    });
    expect(new Set(chain.blocks.map(({ slot, model }) => `${slot >= TURN} ${model}`))).toEqual(
      new Set(['false ticked', 'true alpenglow']),
    );
    await expectProven(chain);
  },
  LIMIT_MS,
);
