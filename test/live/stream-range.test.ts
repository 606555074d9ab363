import { streamRange } from '@tickscope/pipeline';
import { type BlockTruth, type SlotTruth, startSimulator } from '@tickscope/simulator';
import { BlockWriter, writeGaps } from '@tickscope/store';
import { digests } from '@tickscope/testkit/store/table-digests';
import { afterAll, describe, expect, it } from 'vitest';
import { countSlots, ingest, liveStore } from './support.js';
import { expectProven } from './whole-chain.js';

const HISTORY = 400;

/** A range from the replay of a server whose head goes on meanwhile. */
describe('a backfill of a slot range over gRPC', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it('interrupted and taken up, it equals the stream, row by row', async () => {
    const truths: SlotTruth[] = [];
    const simulator = await startSimulator({
      generate: { seed: 'range', transactionsPerSlot: 12, onTruth: (truth) => truths.push(truth) },
      pace: { slotMs: 100, historySlots: HISTORY, retentionSlots: 10_000 },
    });
    try {
      const range = { fromSlot: truths[0]!.slot, toSlot: truths[0]!.slot + HISTORY - 1 };
      const blocks = truths.filter(
        (truth): truth is BlockTruth => truth.status === 'block' && truth.slot <= range.toSlot,
      );
      const { client } = await store.fresh();
      const run = (signal: AbortSignal, onBlocks: (count: number) => void = () => {}) =>
        streamRange(range, {
          endpoint: { url: simulator.endpoint, xToken: null, compression: 'none' },
          mode: 'blocks',
          store: client,
          writer: new BlockWriter(client),
          writeGaps: (gaps) => writeGaps(client.write, gaps),
          signal,
          // So little that the reading is never far ahead of the writing.
          limits: { queueBytes: 1_000_000, batchBytes: 500_000 },
          on: { progress: (at) => onBlocks(at.blocks) },
        });
      const stopped = new AbortController();
      const first = await run(stopped.signal, (count) => {
        if (count > 100) stopped.abort();
      });
      expect(first.blocks).toBeLessThan(blocks.length);
      expect(first.missing).not.toEqual([]);

      const second = await run(new AbortController().signal);
      expect(second.missing).toEqual([]);
      expect(first.blocks + second.blocks).toBeLessThan(blocks.length + 50);
      await expectProven({ client, blocks });

      // The same from a stream that reads on.
      const { client: live } = await store.fresh();
      await ingest(live, simulator.endpoint, async () => (await countSlots(live)) >= blocks.length + 8, {
        lastStoredSlot: range.fromSlot - 1,
      });
      const options = {
        tables: ['slots', 'entries', 'transactions', 'account_slots', 'signatures'],
        where: `slot <= ${range.toSlot}`,
      };
      expect(await digests(client, options)).toEqual(await digests(live, options));
    } finally {
      await simulator.stop();
    }
  });
});
