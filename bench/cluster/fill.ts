import { setTimeout as sleep } from 'node:timers/promises';
import { generatedBlocks } from '@tickscope/api/testing/generated-blocks';
import type { Block } from '@tickscope/chain';
import { redetect } from '@tickscope/pipeline';
import { BlockWriter, refreshHeat } from '@tickscope/store';
import { difference, type MeasuredStore, type Work } from './stores.js';

const CHAIN = {
  ...{ seed: 'cluster', voteShare: 0.4, dexShare: 0.5, sandwichesPerSlot: 1 },
  ...{ pools: 200, markets: 200, wallets: 3_000, leaders: 20 },
};
const BATCH = 8;
const ROUNDS = 4;
/** Merges and what else follows an insert count, too. */
const AFTER_MS = 5_000;

export function blocksOf(slots: number, transactionsPerSlot: number): Block[] {
  return generatedBlocks({ ...CHAIN, transactionsPerSlot }, slots);
}

export interface Ingest {
  seconds: number;
  writerCpuMs: number;
  servers: Work[];
}

/** Writes the blocks into all stores, in rounds by turns, so that what the machine does besides falls on each. */
export async function measureIngest(
  stores: readonly MeasuredStore[],
  blocks: readonly Block[],
): Promise<Ingest[]> {
  const results = stores.map(({ shards }): Ingest => {
    const servers = shards.map(() => ({ cpuMs: 0, rows: 0, bytes: 0 }));
    return { seconds: 0, writerCpuMs: 0, servers };
  });
  const writers = stores.map(({ store }) => new BlockWriter(store));
  const size = Math.ceil(blocks.length / ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const part = blocks.slice(round * size, (round + 1) * size);
    for (const at of round % 2 === 0 ? stores.keys() : [...stores.keys()].reverse()) {
      const result = results[at]!;
      const before = await stores[at]!.work();
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
      for (let from = 0; from < part.length; from += BATCH)
        await writers[at]!.write(part.slice(from, from + BATCH));
      const { user, system } = process.cpuUsage(cpu);
      result.seconds += (performance.now() - startedAt) / 1_000;
      result.writerCpuMs += (user + system) / 1_000;
      await sleep(AFTER_MS);
      const done = difference(before, await stores[at]!.work());
      result.servers.forEach((server, index) => {
        server.cpuMs += done[index]!.cpuMs;
      });
    }
  }
  return results;
}

/** Derives from stored blocks what the ingester does. */
export async function derive({ store }: MeasuredStore, blocks: readonly Block[]): Promise<void> {
  await redetect(store, { fromSlot: blocks[0]!.slot, toSlot: blocks.at(-1)!.slot });
  await refreshHeat(store, { settleSeconds: 0 });
}
