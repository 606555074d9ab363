import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAccounts } from '@tickscope/accounts';
import { generatedBlocks } from '@tickscope/api/testing/generated-blocks';
import type { Block } from '@tickscope/chain';
import { type Ended, runProgram } from '@tickscope/cli/testing/run-program';
import {
  type EmbeddedClickHouse,
  type EmbeddedPostgres,
  postgresUrl,
  startClickHouse,
  startPostgres,
} from '@tickscope/embedded';
import { startMigratedClickHouse } from '@tickscope/testkit/store/migrated-clickhouse';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { runInProcess } from './run-in-process.js';

/** A store with both databases, as an operator's own servers. */
export interface BackupStage {
  client: TestConnection;
  clickhouse: EmbeddedClickHouse;
  postgres: EmbeddedPostgres;
  ownerUrl: string;
  appUrl: string;
  /** Variables that select these servers. */
  env: Record<string, string>;
  /** A command in this process. */
  tickscope(args: readonly string[]): Promise<Ended>;
  /** The program, in a process of its own. */
  program(args: readonly string[]): Promise<Ended>;
  stop(): Promise<void>;
}

/** @param backupDir below which its ClickHouse may write and read backups; the disk `copies` is there, too */
export async function startStage(backupDir: string, options: { isMigrated: boolean }): Promise<BackupStage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-backup-stage-'));
  const start = options.isMigrated ? startMigratedClickHouse : startClickHouse;
  const clickhouse = await start({
    dataDir: join(dataDir, 'clickhouse'),
    extraConfig: {
      storage_configuration: { disks: { copies: { type: 'local', path: `${join(backupDir, 'disk')}/` } } },
      backups: { allowed_path: `${backupDir}/`, allowed_disk: 'copies' },
    },
  });
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const ownerUrl = postgresUrl(postgres.url, postgres.users.owner);
  const client = connectTo(clickhouse, 'owner', { requestTimeoutMs: 120_000 });
  if (options.isMigrated) await migrateAccounts(ownerUrl, { appRole: 'app' });
  const env = {
    CLICKHOUSE_URL: clickhouse.url,
    CLICKHOUSE_USER: clickhouse.users.owner.user,
    CLICKHOUSE_PASSWORD: clickhouse.users.owner.password,
    DATABASE_OWNER_URL: ownerUrl,
    TICKSCOPE_DATA_DIR: join(dataDir, 'none'),
  };
  return {
    ...{ client, clickhouse, postgres, ownerUrl, env },
    appUrl: postgresUrl(postgres.url, postgres.users.app),
    tickscope: (args) => runInProcess(args, env),
    program: (args) => runProgram(args, env),
    async stop() {
      await client.close();
      await postgres.stop();
      await clickhouse.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const CHAIN = {
  ...{ seed: 'backup', transactionsPerSlot: 60, voteShare: 0.3, dexShare: 0.5, sandwichesPerSlot: 0.5 },
  ...{ pools: 24, markets: 24, wallets: 120, leaders: 4 },
};

/** Blocks of a generated chain with sandwiches; a longer one begins with the shorter one. */
export function backedUpBlocks(slots: number): Block[] {
  return generatedBlocks(CHAIN, slots);
}
