import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort, type EmbeddedClickHouse, shardOptions, startClickHouse } from '@tickscope/embedded';
import { migrate, openStore, type Store, type StoreOptions } from '@tickscope/store';
import { openTestConnection, TEST_DATABASE, type TestConnection, type TestUser } from './test-connection.js';

/** A migrated store of several servers, each a shard. */
export interface TestCluster {
  dataDir: string;
  store: Store;
  servers: readonly EmbeddedClickHouse[];
  /** A store and a client of one server alone. */
  shards: readonly TestConnection[];
  /** With which a store of all servers is opened. */
  options(user: TestUser): StoreOptions;
  open(user: TestUser): Store;
  /** Stops a server; what it returns starts it again. */
  stopServer(shard: number): Promise<() => Promise<void>>;
  /** The same with a server that is killed. */
  killServer(shard: number): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

export interface TestClusterOptions {
  /** Folders below which the servers may write and read backups. */
  backupDirs?: readonly string[];
  /** Default: true. */
  isMigrated?: boolean;
}

export async function startTestCluster(
  shardCount: number,
  { backupDirs = [], isMigrated = true }: TestClusterOptions = {},
): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(process.env['TICKSCOPE_TEST_FOLDER'] ?? tmpdir(), 'tickscope-cluster-'));
  const ports = [];
  for (let shard = 0; shard < shardCount; shard += 1)
    ports.push({ httpPort: await choosePort('HTTP'), tcpPort: await choosePort('TCP') });
  const servers: EmbeddedClickHouse[] = [];
  const opened: Store[] = [];
  const stop = async (): Promise<void> => {
    for (const each of opened) await each.close();
    await Promise.all(servers.map((server) => server.stop()));
  };
  const open = (user: TestUser): Store => {
    const store = openStore(optionsOf(user));
    opened.push(store);
    return store;
  };
  const optionsOf = (user: TestUser): StoreOptions => ({
    url: servers.map(({ url }) => url).join(','),
    ...servers[0]!.users[user],
    database: TEST_DATABASE,
    application: 'test',
  });
  const starts = shardOptions(dataDir, ports).map((options) => ({ ...options, backupDirs }));
  const startAgain = (shard: number) => async (): Promise<void> => {
    servers[shard] = await startClickHouse(starts[shard]!);
  };
  const stopServer = async (shard: number): Promise<() => Promise<void>> => {
    await servers[shard]!.stop();
    return startAgain(shard);
  };
  const killServer = async (shard: number): Promise<() => Promise<void>> => {
    process.kill(servers[shard]!.pid, 'SIGKILL');
    await servers[shard]!.exited;
    return startAgain(shard);
  };
  try {
    for (const options of starts) servers.push(await startClickHouse(options));
    const store = open('owner');
    if (isMigrated) await migrate(store);
    const shards = servers.map(({ url }) => openTestConnection({ ...optionsOf('owner'), url }));
    opened.push(...shards);
    return { dataDir, store, servers, shards, options: optionsOf, open, stopServer, killServer, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
