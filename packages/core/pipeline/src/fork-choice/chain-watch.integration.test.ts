import type { SlotRange } from '@tickscope/chain';
import { BlockWriter, writeGap } from '@tickscope/store';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { trueChain } from '@tickscope/testkit/true-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChainWatch } from './chain-watch.js';

const NEWEST = 140;
const CHAIN = trueChain({ slots: Array.from({ length: 41 }, (_, index) => 100 + index) });

describe('a block that the chain names and that is not stored', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startTestStore();
  });
  afterAll(() => store.stop());

  it('becomes a gap after two checks, next to known gaps', async () => {
    const client = await store.fresh();
    const writer = new BlockWriter(client);
    await writer.write(CHAIN.filter(({ slot }) => slot !== 128 && slot !== 129));
    // The later of two that were lost came half: its gap is known, the other one's is not.
    const half = { fromSlot: 129, toSlot: 129, cause: 'incomplete', state: 'open', detail: 'half' } as const;
    await writeGap(client.write, half);
    const missed: SlotRange[] = [];
    const watch = new ChainWatch({
      store: client,
      writer,
      newestSlot: async () => NEWEST,
      on: {
        removed() {},
        missed: (range) => missed.push(range),
        failed(error) {
          throw error;
        },
      },
    });

    await watch.round();
    expect(missed).toEqual([]);
    await watch.round();
    expect(missed).toEqual([{ fromSlot: 128, toSlot: 128 }]);
    await watch.round();
    expect(missed).toHaveLength(1);

    const gaps = await client.read.queryRows<[string, string, string, string]>(
      'SELECT from_slot, to_slot, cause, state FROM gaps FINAL ORDER BY from_slot',
      { timeoutMs: 30_000 },
    );
    expect(gaps).toEqual([
      ['128', '128', 'missing', 'open'],
      ['129', '129', 'incomplete', 'open'],
    ]);
  });

  it('is left alone when it is stored at the next check', async () => {
    const client = await store.fresh();
    const writer = new BlockWriter(client);
    await writer.write(CHAIN.filter(({ slot }) => slot !== 120));
    const missed: SlotRange[] = [];
    const watch = new ChainWatch({
      store: client,
      writer,
      newestSlot: async () => NEWEST,
      on: { removed() {}, missed: (range) => missed.push(range), failed() {} },
    });

    await watch.round();
    await writer.write(CHAIN.filter(({ slot }) => slot === 120));
    await watch.round();
    expect(missed).toEqual([]);
  });
});
