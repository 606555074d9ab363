import { setTimeout as sleep } from 'node:timers/promises';
import type { Block } from '@tickscope/chain';
import { Ingester } from '@tickscope/pipeline';
import { type BlockTruth, type Simulator, startSimulator, type TransactionTruth } from '@tickscope/simulator';
import { mostFrequent } from './most-frequent.js';

export interface SimulatedChain {
  simulator: Simulator;
  /** Its blocks as streamed, entries included, in order. */
  blocks: Block[];
  /** The generator's own record of each block, in order. */
  truths: BlockTruth[];
  rpcUrl: string;
  stop(): Promise<void>;
}

const RETENTION_SLOTS = 1_000;

/** A generated chain that has ended: its blocks from the stream, and a node that serves all of them. */
export async function startSimulatedChain(
  generate: NonNullable<NonNullable<Parameters<typeof startSimulator>[0]>['generate']> & { slots: number },
): Promise<SimulatedChain> {
  const simulator = await startSimulator({
    generate: { ...generate, truthSlots: RETENTION_SLOTS },
    pace: { slotMs: 0, retentionSlots: RETENTION_SLOTS },
    startOn: 'first-subscriber',
    rpc: {},
  });
  let hasEnded = false;
  void simulator.chain.ended.then(() => {
    hasEnded = true;
  });
  const bySlot = new Map<number, Block>();
  const ingester = new Ingester({
    endpoint: { url: simulator.endpoint, xToken: null, compression: 'none' },
    mode: 'blocks',
    content: 'full',
    commitment: 'processed',
    lastStoredSlot: null,
    writer: {
      async write() {
        return { outcomes: new Map(), rows: 0, rowsOfSlot: new Map(), bytes: 0 };
      },
    },
    writeGaps: async () => {},
    on: { queued: (block) => bySlot.set(block.slot, block) },
  });
  const running = ingester.run();
  const count = () => simulator.chain.blocksBetween(0, Number.MAX_SAFE_INTEGER).length;
  while (!hasEnded || bySlot.size < count()) await sleep(20);
  ingester.stop();
  await running;
  const blocks = [...bySlot.values()].sort((left, right) => left.slot - right.slot);
  const truths = blocks.map(({ slot }) => simulator.truthOf(slot) as BlockTruth);
  return { simulator, blocks, truths, rpcUrl: simulator.rpc!.endpoint, stop: () => simulator.stop() };
}

export interface PlacedTruth extends TransactionTruth {
  slot: number;
  blockTime: number;
}

/** The transactions of some blocks, newest first. */
export function newestFirst(truths: readonly BlockTruth[]): PlacedTruth[] {
  return truths
    .flatMap(({ slot, block_time: blockTime, transactions }) =>
      transactions.map((tx) => ({ ...tx, slot, blockTime })),
    )
    .sort((left, right) => right.slot - left.slot || right.block_index - left.block_index);
}

/** The signer of the most transactions. */
export function busiestSigner(transactions: readonly PlacedTruth[]): string {
  return mostFrequent(transactions.flatMap(({ signers }) => signers));
}
