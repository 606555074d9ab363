import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { Ingester, type IngesterOptions } from '@tickscope/ingest';
import {
  BlockWriter,
  type ClickHouseClient,
  migrate,
  newestFullSlot,
  openStore,
  queryRows,
  type WritableBlock,
  writeGaps,
} from '@tickscope/store';

const DATABASE = 'tickscope';

export interface LiveStore {
  /** A server with an empty, migrated database. */
  fresh(): Promise<{ server: EmbeddedClickHouse; client: ClickHouseClient }>;
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
      const client = openStore({
        url: server.url,
        ...server.users.owner,
        database: DATABASE,
        application: 'test',
      });
      closers.push(() => client.close());
      await migrate(client, DATABASE);
      return { server, client };
    },
    async stop() {
      for (const close of closers.reverse()) await close();
    },
  };
}

export interface Seen {
  incomplete: number[];
  holes: { fromSlot: number; toSlot: number }[];
  garbage: number;
  disconnects: string[];
}

/** Runs an ingester until `isDone`, then stops it cleanly. Gives what it reported. */
export async function ingest(
  client: ClickHouseClient,
  endpoint: string,
  isDone: () => Promise<boolean>,
  {
    onWritten,
    onServer,
    ...options
  }: Partial<IngesterOptions> & {
    onWritten?(blocks: readonly WritableBlock[]): void;
    onServer?(server: number): void;
  } = {},
): Promise<Seen> {
  const seen: Seen = { incomplete: [], holes: [], garbage: 0, disconnects: [] };
  const ingester = new Ingester({
    endpoint: { url: endpoint, xToken: null, compression: 'none' },
    mode: 'blocks',
    content: 'full',
    commitment: 'processed',
    lastStoredSlot: await newestFullSlot(client),
    writer: new BlockWriter(client),
    writeGaps: (gaps) => writeGaps(client, gaps),
    on: {
      connected: (_fromSlot, server) => onServer?.(server),
      disconnected: (cause) => seen.disconnects.push(cause),
      message() {},
      garbage: () => {
        seen.garbage += 1;
      },
      incomplete: (slot) => seen.incomplete.push(slot),
      hole: (hole) => seen.holes.push(hole),
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

export async function countSlots(client: ClickHouseClient): Promise<number> {
  const [row] = await queryRows<[string]>(client, 'SELECT count() FROM slots FINAL', { timeoutMs: 30_000 });
  return Number(row?.[0]);
}

/** Resolves to true when so many blocks are stored. */
export function hasSlots(client: ClickHouseClient, total: number): () => Promise<boolean> {
  return async () => (await countSlots(client)) >= total;
}

const TABLES = [
  'slots',
  'entries',
  'transactions',
  'account_locks',
  'account_slots',
  'signatures',
  'swaps',
  'swaps_by_trader',
  'token_links',
  'pool_events',
];

/** What the same block has in common with and without its entries; times of insertion are never compared. */
const TICK_COLUMNS = new Set([
  'entry_index',
  'tx_index',
  'poh_tick',
  'first_poh_tick',
  'last_poh_tick',
  'version',
  'content',
  'model',
  'source',
  'entry_count',
  'tick_count',
  'num_hashes',
]);

/**
 * Rows and a digest of each table, as they are read: before merges, duplicates resolved. Equal digests mean equal
 * tables, row for row. `source` (where a block came from) is never compared.
 */
export async function digests(
  client: ClickHouseClient,
  options: { withoutTicks?: boolean; tables?: readonly string[]; where?: string } = {},
): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const table of options.tables ?? TABLES) {
    const columns = await queryRows<[string]>(
      client,
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}' AND name NOT IN ('inserted_at', 'source') ORDER BY position`,
      { timeoutMs: 30_000 },
    );
    const compared = columns
      .map(([name]) => name)
      .filter((name) => options.withoutTicks !== true || !TICK_COLUMNS.has(name));
    const [row] = await queryRows<[string, string]>(
      client,
      `SELECT count(), sum(cityHash64(formatRow('RowBinary', ${compared.join(', ')}))) FROM ${table} FINAL WHERE ${options.where ?? '1'}`,
      { timeoutMs: 120_000 },
    );
    result[table] = `${row?.[0]} rows, ${row?.[1]}`;
  }
  return result;
}
