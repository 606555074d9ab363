import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickHouse } from '@tickscope/embedded';
import { type ClickHouseClient, openStore } from '../client.js';
import { migrate } from '../migrate.js';

export type TestUser = 'owner' | 'reader' | 'analyst';

/** The one database that the embedded server's users may touch. */
export const TEST_DATABASE = 'tickscope';

export interface TestStore {
  /** A client of one of the embedded server's users; closed with the store. */
  open(user: TestUser): ClickHouseClient;
  /** Drops the database and what is in it. */
  drop(): Promise<void>;
  /** An empty database with this build's tables. */
  fresh(): Promise<ClickHouseClient>;
  stop(): Promise<void>;
}

/** A real ClickHouse server in a new folder, for the tests of one file. */
export async function startTestStore(): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-store-'));
  const server = await startClickHouse({ dataDir });
  const clients: ClickHouseClient[] = [];
  const open = (user: TestUser): ClickHouseClient => {
    const client = openStore({
      url: server.url,
      ...server.users[user],
      database: TEST_DATABASE,
      application: 'test',
    });
    clients.push(client);
    return client;
  };
  const owner = open('owner');
  const drop = async (): Promise<void> => {
    await owner.command({
      query: `DROP DATABASE IF EXISTS ${TEST_DATABASE} SYNC`,
      http_headers: { 'X-ClickHouse-Database': 'default' },
    });
  };
  return {
    open,
    drop,
    async fresh() {
      await drop();
      await migrate(owner, TEST_DATABASE);
      return owner;
    },
    async stop() {
      for (const client of clients) await client.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
