import type { ModeChange } from '@tickscope/pipeline';
import {
  type ServerLimits,
  type SimulatorOptions,
  type SlotTruth,
  startSimulator,
} from '@tickscope/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { countSlots, ingest, liveStore } from './support.js';
import { expectProven } from './whole-chain.js';

const SLOTS = 150;

/** Servers that do not give all that their interface has: everything is stored that they do give, and the rest is said. */
describe('a server that', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  async function run(limits: Partial<ServerLimits>, options: SimulatorOptions = {}, isCut = false) {
    const truths: SlotTruth[] = [];
    const simulator = await startSimulator({
      generate: {
        seed: 'limited',
        slots: SLOTS,
        transactionsPerSlot: 12,
        onTruth: (truth) => truths.push(truth),
      },
      // As fast as it is read, so that no subscription begins in the middle of a slot, which would be incomplete.
      pace: { slotMs: 0, retentionSlots: 1_000, historySlots: isCut ? 120 : 0 },
      startOn: 'first-subscriber',
      limits,
      ...options,
    });
    const { client } = await store.fresh();
    const changes: ModeChange[] = [];
    const blocks = () => truths.filter((truth) => truth.status === 'block');
    try {
      const isDone = async (): Promise<boolean> =>
        truths.length === SLOTS && (await countSlots(client)) >= blocks().length;
      const seen = await ingest(client, simulator.endpoint, isDone, {
        ...(isCut && { lastStoredSlot: blocks()[0]!.slot - 1 }),
        limits: { stallMs: 1_500 },
        onModeChange: (change) => changes.push(change),
      });
      return { client, seen, changes, blocks: blocks() };
    } finally {
      await simulator.stop();
    }
  }

  it('replays no whole blocks: single messages are asked for', async () => {
    const { client, changes, blocks } = await run(
      { replaysBlocks: false },
      { faults: { disconnectAt: [60] } },
    );
    expect(changes).toEqual([{ reason: 'replay_without_blocks', mode: 'messages' }]);
    await expectProven({ client, blocks });
  });

  it('refuses whole blocks without an account filter: single messages are asked for', async () => {
    const { client, changes, blocks, seen } = await run({ blocksNeedAccounts: true });
    expect(changes).toEqual([{ reason: 'refused', mode: 'messages' }]);
    // On a busy machine a stream may stall besides.
    expect(seen.disconnects.filter((cause) => cause !== 'stalled')).toEqual(['refused']);
    await expectProven({ client, blocks });
  });

  it('sends no entries: blocks are stored without them', async () => {
    const { client, changes, blocks } = await run({ sendsEntries: false });
    expect(changes.map(({ reason }) => reason)).toEqual(['no_entries', 'no_entries_at_all']);
    const rows = await client.read.queryRows<[string, string, string]>(
      `SELECT count(), countIf(content = 'no_entries'), sum(transaction_count) FROM slots FINAL`,
      { timeoutMs: 30_000 },
    );
    const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
    expect(rows).toEqual([[String(blocks.length), String(blocks.length), String(transactions)]]);
  });

  it('sends no entries and no whole blocks: transactions and block metas are put together', async () => {
    const { changes, seen, blocks } = await run({ sendsEntries: false, blocksNeedAccounts: true });
    expect(changes.map(({ reason }) => reason)).toEqual(['refused', 'no_entries_at_all']);
    expect(seen.incomplete).toEqual([]);
    expect(blocks.length).toBeGreaterThan(100);
  });

  it('ends a stream after 30 slots of replay: it is asked again from there', async () => {
    const { client, changes, blocks, seen } = await run({ mostReplayedSlots: 30 }, {}, true);
    expect(changes).toEqual([]);
    expect(seen.disconnects.length).toBeGreaterThan(3);
    await expectProven({ client, blocks });
  });
});
