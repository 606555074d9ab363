import { type BlockTruth, type SlotTruth, startSimulator } from '@tickscope/simulator';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, describe, expect, it } from 'vitest';
import { expectRows } from './generated-rows.js';
import { hasSlots, ingest, liveStore } from './support.js';

/** Every row of a generated chain against what its generator wrote down, which shares no code with the reader. */
describe('a generated chain, over gRPC into ClickHouse', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  async function run(
    name: string,
    generate: {
      slots: number;
      skippedShare: number;
      transactionsPerSlot: number;
      consensus: 'ticked' | 'alpenglow';
    },
  ): Promise<{ client: TestConnection; blocks: BlockTruth[] }> {
    const truths: SlotTruth[] = [];
    const simulator = await startSimulator({
      generate: { seed: name, ...generate, onTruth: (truth) => truths.push(truth) },
      pace: { slotMs: 0, pregenerateSlots: generate.slots, retentionSlots: generate.slots },
      startOn: 'first-subscriber',
    });
    const { client } = await store.fresh();
    try {
      const blocks = (): BlockTruth[] => truths.filter((truth) => truth.status === 'block');
      const seen = await ingest(client, simulator.endpoint, async () => {
        const allMade = truths.length === generate.slots;
        return allMade && hasSlots(client, blocks().length)();
      });
      expect(seen).toEqual({ incomplete: [], missing: [], garbage: 0, disconnects: [] });
      return { client, blocks: blocks() };
    } finally {
      await simulator.stop();
    }
  }

  it('5 % skipped: every row is the generator’s own', async () => {
    const { client, blocks } = await run('ticked', {
      slots: 600,
      skippedShare: 0.05,
      transactionsPerSlot: 30,
      consensus: 'ticked',
    });
    expect(blocks.length).toBeGreaterThan(540);
    expect(blocks.length).toBeLessThan(594);
    expect(blocks.some((block) => block.slot - block.parent > 1)).toBe(true);
    await expectRows(client, blocks);
  });

  it('Alpenglow: every row is the generator’s own, and offsets are multiples of 64', async () => {
    const { client, blocks } = await run('alpenglow', {
      slots: 150,
      skippedShare: 0.05,
      transactionsPerSlot: 40,
      consensus: 'alpenglow',
    });
    await expectRows(client, blocks);
    const [row] = await client.read.queryRows<[number]>(
      'SELECT uniqExact(poh_tick % 64) FROM transactions FINAL',
      { timeoutMs: 30_000 },
    );
    expect(Number(row?.[0])).toBe(1);
  });
});
