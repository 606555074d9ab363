import {
  type BlockTruth,
  type GenerateOptions,
  type SimulatorOptions,
  type SlotTruth,
  startSimulator,
} from '@tickscope/simulator';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { verifyRange } from '@tickscope/verify';
import { expect } from 'vitest';
import { expectRows } from './generated-rows.js';
import { hasSlots, ingest, type LiveStore } from './support.js';

export interface StoredChain {
  client: TestConnection;
  blocks: BlockTruth[];
  /** Slots for which the leader abandoned a bank. */
  doubleBanks: number;
}

/** Streams a whole generated chain into an empty store; nothing may be incomplete, missing or unreadable. */
export async function storeChain(
  store: LiveStore,
  mode: 'blocks' | 'messages',
  generate: GenerateOptions & { slots: number },
  server: SimulatorOptions = {},
): Promise<StoredChain> {
  const truths: SlotTruth[] = [];
  const simulator = await startSimulator({
    ...server,
    generate: { ...generate, onTruth: (truth) => truths.push(truth) },
    pace: { slotMs: 0, retentionSlots: generate.slots },
    startOn: 'first-subscriber',
  });
  const { client } = await store.fresh();
  const blocks = (): BlockTruth[] => truths.filter((truth) => truth.status === 'block');
  try {
    const isDone = async (): Promise<boolean> =>
      truths.length === generate.slots && hasSlots(client, blocks().length)();
    const seen = await ingest(client, simulator.endpoint, isDone, { mode });
    expect(seen).toEqual({ incomplete: [], missing: [], garbage: 0, disconnects: [] });
    const served = simulator.chain.blocksBetween(0, Number.MAX_SAFE_INTEGER);
    const doubleBanks = served.filter(({ abandoned }) => abandoned !== undefined).length;
    return { client, blocks: blocks(), doubleBanks };
  } finally {
    await simulator.stop();
  }
}

/** Every row equals the generator's account, and `verify --poh` proves the whole range. */
export async function expectProven({
  client,
  blocks,
}: Pick<StoredChain, 'client' | 'blocks'>): Promise<void> {
  await expectRows(client, blocks);
  const report = await verifyRange(client.read, {
    fromSlot: blocks[0]!.slot,
    toSlot: blocks.at(-1)!.slot,
    pohWorkers: 1,
  });
  expect(report.problems).toEqual([]);
  expect(report.poh?.slotsProven).toBe(blocks.length);
}
