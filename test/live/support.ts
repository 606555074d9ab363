import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import { Ingester, type IngesterOptions, type ModeChange } from '@tickscope/pipeline';
import { BlockWriter, newestFullSlot, type Store, type WritableBlock, writeGaps } from '@tickscope/store';
import { type SharedClickHouse, takeClickHouse } from '@tickscope/testkit/store/shared-clickhouse';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { onTestFinished, TestRunner } from 'vitest';

export interface LiveStore {
  /** A server with an empty, migrated database: for the test that asks, or until `stop` where none runs. */
  fresh(): Promise<{ server: EmbeddedClickHouse; client: TestConnection }>;
  stop(): Promise<void>;
}

/** Servers for a test file. They stay open for the next file: a test that kills or stops one starts its own. */
export function liveStore(): LiveStore {
  const taken = new Set<SharedClickHouse>();
  const giveBack = (shared: SharedClickHouse): void => {
    if (taken.delete(shared)) shared.giveBack();
  };
  return {
    async fresh() {
      const shared = await takeClickHouse();
      taken.add(shared);
      if (TestRunner.getCurrentTest() !== undefined)
        onTestFinished(async ({ task }) => {
          // Parts that the test left running may still write.
          if (task.result?.state === 'fail') await shared.server.stop();
          giveBack(shared);
        });
      await shared.fresh();
      return { server: shared.server, client: shared.owner };
    },
    async stop() {
      for (const shared of taken) giveBack(shared);
    },
  };
}

export interface Seen {
  incomplete: number[];
  missing: { fromSlot: number; toSlot: number }[];
  garbage: number;
  disconnects: string[];
}

/** Runs an ingester until `isDone`, then stops it cleanly. Gives what it reported. */
export async function ingest(
  client: Store,
  endpoint: string,
  isDone: () => Promise<boolean>,
  {
    onWritten,
    onServer,
    onModeChange,
    ...options
  }: Partial<IngesterOptions> & {
    onModeChange?(change: ModeChange): void;
    onWritten?(blocks: readonly WritableBlock[]): void;
    onServer?(server: number): void;
  } = {},
): Promise<Seen> {
  const seen: Seen = { incomplete: [], missing: [], garbage: 0, disconnects: [] };
  const ingester = new Ingester({
    endpoint: { url: endpoint, xToken: null, compression: 'none' },
    mode: 'blocks',
    content: 'full',
    commitment: 'processed',
    lastStoredSlot: await newestFullSlot(client.read),
    writer: new BlockWriter(client),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
    on: {
      connected: (_fromSlot, server) => onServer?.(server),
      disconnected: (cause) => seen.disconnects.push(cause),
      modeChanged: (change) => onModeChange?.(change),
      garbage: () => {
        seen.garbage += 1;
      },
      incomplete: (slot) => seen.incomplete.push(slot),
      missing: (range) => seen.missing.push(range),
      written: (blocks) => onWritten?.(blocks),
    },
    ...options,
  });
  const running = ingester.run();
  // A failure ends the wait at once.
  let failed: Error | null = null;
  running.catch((error: Error) => {
    failed = error;
  });
  while (failed === null && !(await isDone())) await sleep(50);
  ingester.stop();
  await running;
  return seen;
}

export async function countSlots(client: Store): Promise<number> {
  const [row] = await client.read.queryRows<[string]>('SELECT count() FROM slots FINAL', {
    timeoutMs: 30_000,
  });
  return Number(row?.[0]);
}

/** Resolves to true when this many blocks are stored. */
export function hasSlots(client: TestConnection, total: number): () => Promise<boolean> {
  return async () => (await countSlots(client)) >= total;
}
