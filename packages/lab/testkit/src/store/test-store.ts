import { takeClickHouse } from './shared-clickhouse.js';
import { connectTo, TEST_DATABASE, type TestConnection, type TestUser } from './test-connection.js';

export interface TestStore {
  /** A client of one of the embedded server's users; closed with the store. */
  open(user: TestUser): TestConnection;
  /** The environment variables with which a program finds the database. */
  environment(user: TestUser): Record<string, string>;
  /** Drops the database with its content. */
  drop(): Promise<void>;
  /**
   * Provides this build's tables, empty except for what the migrations write: created once, then emptied. A test that
   * changes a table's definition or those rows, or stops merges, must call `drop` after it.
   */
  fresh(): Promise<TestConnection>;
  stop(): Promise<void>;
}

/** A real ClickHouse server for the tests of one file. */
export async function startTestStore(): Promise<TestStore> {
  const { server, drop, fresh, giveBack } = await takeClickHouse();
  const clients: TestConnection[] = [];
  const open = (user: TestUser): TestConnection => {
    const client = connectTo(server, user);
    clients.push(client);
    return client;
  };
  const owner = open('owner');
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
      await fresh();
      return owner;
    },
    async stop() {
      for (const client of clients) await client.close();
      giveBack();
    },
  };
}
