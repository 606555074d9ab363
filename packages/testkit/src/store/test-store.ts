import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickHouse } from '@tickscope/embedded';
import { migrate } from '@tickscope/store';
import { openTestConnection, type TestConnection } from './test-connection.js';

export type TestUser = 'owner' | 'reader' | 'analyst';

/** The one database that the embedded server's users may access. */
export const TEST_DATABASE = 'tickscope';

export interface TestStore {
  /** A client of one of the embedded server's users; closed with the store. */
  open(user: TestUser): TestConnection;
  /** The environment variables with which a program finds the database. */
  environment(user: TestUser): Record<string, string>;
  /** Drops the database with its content. */
  drop(): Promise<void>;
  /**
   * Provides this build's tables, empty except for what the migrations write: created once, then emptied. A test that
   * changes a table's definition or those rows must call `drop` before the next call.
   */
  fresh(): Promise<TestConnection>;
  stop(): Promise<void>;
}

/** A real ClickHouse server in a new folder, for the tests of one file. */
export async function startTestStore(): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-store-'));
  const server = await startClickHouse({ dataDir });
  const clients: TestConnection[] = [];
  const open = (user: TestUser): TestConnection => {
    const client = openTestConnection({
      url: server.url,
      ...server.users[user],
      database: TEST_DATABASE,
      application: 'test',
    });
    clients.push(client);
    return client;
  };
  const owner = open('owner');
  let emptied: string[] | null = null;
  const drop = async (): Promise<void> => {
    emptied = null;
    await owner.command({
      query: `DROP DATABASE IF EXISTS ${TEST_DATABASE} SYNC`,
      http_headers: { 'X-ClickHouse-Database': 'default' },
    });
  };
  return {
    open,
    environment: (user) => ({
      CLICKHOUSE_URL: server.url,
      CLICKHOUSE_USER: server.users[user].user,
      CLICKHOUSE_PASSWORD: server.users[user].password,
      CLICKHOUSE_DATABASE: TEST_DATABASE,
    }),
    drop,
    async fresh() {
      if (emptied !== null) {
        await Promise.all(emptied.map((table) => owner.command({ query: `TRUNCATE TABLE ${table}` })));
        return owner;
      }
      await drop();
      await migrate(owner);
      emptied = await emptyTables(owner);
      return owner;
    },
    async stop() {
      for (const client of clients) await client.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function emptyTables(client: TestConnection): Promise<string[]> {
  const rows = await client.read.queryRows<[string]>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND total_rows = 0",
    { timeoutMs: 10_000 },
  );
  return rows.map(([name]) => name);
}
