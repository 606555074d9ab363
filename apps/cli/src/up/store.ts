import { join } from 'node:path';
import {
  type ClickHouseOptions,
  type ClickHouseRun,
  clickHouseRun,
  type EmbeddedClickHouse,
  type ServerPorts,
  startClickHouse,
} from '@tickscope/embedded';
import { migrate, openStore, type Store } from '@tickscope/store';
import { UsageError } from '../cli-error.js';
import { serverOptions, shardCount } from '../servers.js';
import { DEFAULT_DATABASE, embedded, openStack } from '../stack.js';
import { SupervisedServer } from '../supervise/supervised-server.js';
import type { PartsOptions } from './parts.js';

interface User {
  user: string;
  password: string;
}

/** A migrated ClickHouse. */
export interface RunningStore {
  /** Of all servers, with commas between. */
  url: string;
  database: string;
  writer: User;
  reader: User;
  /** Open until the end. */
  clickhouse: Store;
  /** The current entry for run.json; `null` for an external server. */
  run(): ClickHouseRun | null;
}

/** ClickHouse: the servers that CLICKHOUSE_URL names, or the embedded ones. */
export async function startStore(options: PartsOptions): Promise<RunningStore> {
  const store = process.env['CLICKHOUSE_URL'] ? await ownServer(options) : await embeddedServers(options);
  await migrate(store.clickhouse);
  return store;
}

async function ownServer({ dataDir, shards, onClose }: PartsOptions): Promise<RunningStore> {
  if (shards !== null)
    throw new UsageError('--shards starts embedded servers; CLICKHOUSE_URL names yours: list them there');
  const stack = await openStack({ dataDir, startIfNone: false });
  onClose(() => stack.close());
  const user = {
    user: process.env['CLICKHOUSE_USER'] || 'default',
    password: process.env['CLICKHOUSE_PASSWORD'] ?? '',
  };
  return {
    url: stack.url,
    database: stack.database,
    writer: user,
    reader: user,
    clickhouse: stack.store,
    run: () => null,
  };
}

async function embeddedServers(options: PartsOptions): Promise<RunningStore> {
  const { dataDir, lock, shards, backupDirs, onClose } = options;
  const count = await shardCount(dataDir, shards, { lock });
  const ports: ServerPorts[] = [];
  for (let server = 1; server <= count; server += 1) ports.push(await portsOf(server, options));
  const servers: SupervisedServer<EmbeddedClickHouse>[] = [];
  for (const start of await serverOptions(dataDir, count, { lock, backupDirs }, ports)) {
    const server = await startSupervised(start, servers.length + 1, options);
    onClose(() => server.stop());
    servers.push(server);
  }
  const current = (): [EmbeddedClickHouse, ...EmbeddedClickHouse[]] => [
    servers[0]!.current,
    ...servers.slice(1).map((server) => server.current),
  ];
  const { owner, reader } = current()[0].users;
  const url = current()
    .map((server) => server.url)
    .join(',');
  const clickhouse = openStore({
    url,
    ...owner,
    database: DEFAULT_DATABASE,
    application: 'tickscope-cli',
    requestTimeoutMs: 120_000,
  });
  onClose(() => clickhouse.close());
  return {
    url,
    database: DEFAULT_DATABASE,
    writer: owner,
    reader,
    clickhouse,
    run: () => clickHouseRun(...current()),
  };
}

/** The flags name the ports of the first server. */
async function portsOf(server: number, { ports, keptPorts }: PartsOptions): Promise<ServerPorts> {
  if (server > 1)
    return {
      httpPort: await keptPorts.choose(`clickhouseHttp${server}`),
      tcpPort: await keptPorts.choose(`clickhouseTcp${server}`),
    };
  return {
    httpPort: await keptPorts.choose('clickhouseHttp', {
      wanted: ports.clickhouseHttp,
      flag: '--clickhouse-http-port',
    }),
    tcpPort: await keptPorts.choose('clickhouseTcp', {
      wanted: ports.clickhouseTcp,
      flag: '--clickhouse-tcp-port',
    }),
  };
}

function startSupervised(
  start: ClickHouseOptions,
  number: number,
  { onRestart, fail, say }: PartsOptions,
): Promise<SupervisedServer<EmbeddedClickHouse>> {
  return embedded(() =>
    SupervisedServer.start({
      title: number === 1 ? 'ClickHouse' : `ClickHouse ${number}`,
      logFile: join(start.dataDir, 'logs', 'clickhouse.err.log'),
      start: () => startClickHouse(start),
      onRestart,
      onGivenUp: fail,
      say,
    }),
  );
}
