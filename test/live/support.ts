import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { Ingester, type IngesterOptions, type ModeChange } from '@tickscope/pipeline';
import {
  BlockWriter,
  migrate,
  newestFullSlot,
  type Store,
  type WritableBlock,
  writeGaps,
} from '@tickscope/store';
import { openTestConnection, type TestConnection } from '@tickscope/testkit/store/test-connection';

const DATABASE = 'tickscope';

export interface LiveStore {
  /** A server with an empty, migrated database. */
  fresh(): Promise<{ server: EmbeddedClickHouse; client: TestConnection }>;
  stop(): Promise<void>;
}

/** Embedded servers for a test file, stopped and removed together. */
export function liveStore(): LiveStore {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    async fresh() {
      const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-live-'));
      closers.push(async () => rmSync(dataDir, { recursive: true, force: true }));
      const server = await startClickHouse({ dataDir });
      closers.push(() => server.stop());
      const client = openTestConnection({
        url: server.url,
        ...server.users.owner,
        database: DATABASE,
        application: 'test',
      });
      closers.push(() => client.close());
      await migrate(client);
      return { server, client };
    },
    async stop() {
      for (const close of closers.reverse()) await close();
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
      message() {},
      garbage: () => {
        seen.garbage += 1;
      },
      incomplete: (slot) => seen.incomplete.push(slot),
      missing: (range) => seen.missing.push(range),
      queued() {},
      written: (blocks) => onWritten?.(blocks),
      writeFailed() {},
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
