import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateAccounts } from '@tickscope/accounts';
import { postgresUrl, startPostgres } from '@tickscope/embedded';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore } from '@tickscope/testkit/store/test-store';
import { type Finished, tickscope } from '../../support/cli.js';
import { BuiltProcess } from './built-process.js';

const ARRIVAL_MS = 300_000;

/** Both databases, the API as a process, and a folder for files: shared by the ways of a test file. */
export interface Stage {
  /** A user who may write. */
  client: TestConnection;
  /** Base address of the API, without `/api`. It runs with AUTH=off: without limits. */
  api: string;
  folder: string;
  /** Empties all tables of blocks and sandwiches. Nothing may be writing. */
  fresh(): Promise<void>;
  /** Starts the built ingester; resolves when it has subscribed. */
  startIngester(endpoint: string, env?: Record<string, string>): Promise<BuiltProcess>;
  /** Runs the built CLI on this ClickHouse. */
  tickscope(args: readonly string[]): Promise<Finished>;
  storedSlots(range?: { fromSlot: number; toSlot: number }): Promise<{ slot: number; hasEntries: boolean }[]>;
  /** Waits until a slot range has this many stored blocks. Throws on timeout. */
  stored(blocks: number, range: { fromSlot: number; toSlot: number }): Promise<void>;
  stop(): Promise<void>;
}

/** @param rpcUrl the node that the API and its backfills are about */
export async function startStage(rpcUrl: string): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'tickscope-ways-in-'));
  const store = await startTestStore();
  const client = await store.fresh();
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  await migrateAccounts(postgresUrl(postgres.url, postgres.users.owner), { appRole: 'app' });
  const databaseUrl = postgresUrl(postgres.url, postgres.users.app);
  const apiProcess = new BuiltProcess('api', {
    ...store.environment('reader'),
    ...{ AUTH: 'off', API_PORT: '0', METRICS_PORT: '0', DATABASE_URL: databaseUrl, RPC_URL: rpcUrl },
  });
  const api = String((await apiProcess.logged('listening'))['url']);
  const storedSlots: Stage['storedSlots'] = async ({ fromSlot, toSlot } = EVERYTHING) => {
    const rows = await client.read.queryRows<[string, string]>(
      `SELECT slot, toString(content) FROM slots FINAL WHERE slot BETWEEN ${fromSlot} AND ${toSlot} ORDER BY slot`,
      { timeoutMs: 30_000 },
    );
    return rows.map(([slot, content]) => ({ slot: Number(slot), hasEntries: content === 'full' }));
  };
  return {
    client,
    api,
    folder,
    async fresh() {
      await store.fresh();
    },
    async startIngester(endpoint, env = {}) {
      const ingester = new BuiltProcess('ingester', {
        ...store.environment('owner'),
        ...{ GEYSER_ENDPOINT: endpoint, GEYSER_COMMITMENT: 'processed', INGESTER_PORT: '0' },
        ...{ DATABASE_URL: databaseUrl, RPC_MAX_PER_SECOND: '1000', RPC_MAX_PER_DAY: '1000000' },
        ...env,
      });
      await ingester.logged('subscribed');
      return ingester;
    },
    tickscope: (args) => tickscope(args, store.environment('owner')),
    storedSlots,
    async stored(blocks, range) {
      const deadline = Date.now() + ARRIVAL_MS;
      for (let stored = -1; stored < blocks; ) {
        stored = (await storedSlots(range)).length;
        if (stored < blocks && Date.now() > deadline)
          throw new Error(`${stored} of ${blocks} blocks are stored after ${ARRIVAL_MS / 1_000} s`);
        if (stored < blocks) await sleep(100);
      }
    },
    async stop() {
      await apiProcess.stop();
      await postgres.stop();
      await store.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const EVERYTHING = { fromSlot: 0, toSlot: Number.MAX_SAFE_INTEGER };
