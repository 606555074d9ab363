import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresTemplate, takePostgres } from '@tickscope/testkit/store/shared-postgres';
import pg from 'pg';
import { type Accounts, type AccountsOptions, openAccounts } from '../accounts.js';
import { migrateAccounts } from '../migrate.js';

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

const TEMPLATE: PostgresTemplate = {
  name: 'test_accounts',
  async prepare(ownerUrl) {
    const migrate = () => migrateAccounts(ownerUrl, { appRole: 'app' });
    await migrate();
    await queryOnce(
      ownerUrl,
      'CREATE TABLE tickscope.test_runs (job_id uuid, pid integer, started_at timestamptz DEFAULT clock_timestamp(), ended_at timestamptz)',
    );
    // Grants the new table, too.
    await migrate();
  },
};

async function queryOnce<Row extends object>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, query_timeout: 20_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A new, migrated database on a real PostgreSQL server, for the tests of one file. Handlers record their start and end
 * in its table `tickscope.test_runs`.
 */
export async function startTestAccounts(): Promise<TestAccounts> {
  const server = await takePostgres(TEMPLATE);
  const { ownerUrl, appUrl } = server;
  const opened: Accounts[] = [];
  const asOwner = <Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> =>
    queryOnce<Row>(ownerUrl, sql, values);

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
      await asOwner('TRUNCATE tickscope.accounts, tickscope.jobs, tickscope.test_runs CASCADE');
    },
    async away(ms) {
      await server.stop();
      await sleep(ms);
      await server.start();
    },
    async stop() {
      for (const accounts of opened) await accounts.close();
      server.giveBack();
    },
  };
}
