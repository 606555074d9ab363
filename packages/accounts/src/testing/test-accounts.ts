import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, postgresUrl, startPostgres } from '@tickscope/embedded';
import pg from 'pg';
import { type Accounts, type AccountsOptions, openAccounts } from '../accounts.js';
import { JOB_KINDS } from '../jobs/kinds.js';
import { migrateAccounts } from '../migrate.js';

/** Kinds of jobs for tests only. */
export const TEST_KINDS = ['note', 'slow', 'echo', 'other'] as const;

export interface TestAccounts {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** A pool of the API's user; closed with the server. */
  open(options?: AccountsOptions): Accounts;
  /** Runs statements as the owner. */
  asOwner<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Deletes all accounts and jobs. */
  empty(): Promise<void>;
  /** Stops the server, and restarts it on the same port after a time. */
  away(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real, migrated PostgreSQL server in a new folder, for the tests of one file. Handlers record their start
 * and end in its table `tickscope.test_runs`.
 */
export async function startTestAccounts(): Promise<TestAccounts> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-accounts-'));
  let server: EmbeddedPostgres = await startPostgres({ dataDir });
  const ownerUrl = postgresUrl(server.url, server.users.owner);
  const appUrl = postgresUrl(server.url, server.users.app);
  const opened: Accounts[] = [];

  async function asOwner<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: ownerUrl, query_timeout: 20_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  const migrate = () => migrateAccounts(ownerUrl, { appRole: 'app', kinds: [...JOB_KINDS, ...TEST_KINDS] });
  await migrate();
  await asOwner(
    'CREATE TABLE tickscope.test_runs (job_id uuid, pid integer, started_at timestamptz DEFAULT clock_timestamp(), ended_at timestamptz)',
  );
  await migrate();

  return {
    ownerUrl,
    appUrl,
    open(options) {
      const accounts = openAccounts(appUrl, options);
      opened.push(accounts);
      return accounts;
    },
    asOwner,
    async empty() {
      await asOwner(
        'TRUNCATE tickscope.accounts, tickscope.jobs, tickscope.test_runs, tickscope_queue.job CASCADE',
      );
    },
    async away(ms) {
      const { port } = server;
      await server.stop();
      await new Promise((resolve) => setTimeout(resolve, ms));
      server = await startPostgres({ dataDir, port });
    },
    async stop() {
      for (const accounts of opened) await accounts.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
