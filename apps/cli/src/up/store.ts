import { join } from 'node:path';
import { type ClickHouseRun, clickHouseRun, startClickHouse } from '@tickscope/embedded';
import { migrate, openStore, type Store } from '@tickscope/store';
import { DEFAULT_DATABASE, embedded, openStack } from '../stack.js';
import { SupervisedServer } from '../supervise/supervised-server.js';
import type { PartsOptions } from './parts.js';

interface User {
  user: string;
  password: string;
}

/** A migrated ClickHouse. */
export interface RunningStore {
  url: string;
  database: string;
  writer: User;
  reader: User;
  /** Open until the end. */
  clickhouse: Store;
  /** The current entry for run.json; `null` for an external server. */
  run(): ClickHouseRun | null;
}

/** ClickHouse: the server that CLICKHOUSE_URL names, or the embedded one. */
export async function startStore(options: PartsOptions): Promise<RunningStore> {
  const store = process.env['CLICKHOUSE_URL'] ? await ownServer(options) : await embeddedServer(options);
  await migrate(store.clickhouse);
  return store;
}

async function ownServer({ dataDir, onClose }: PartsOptions): Promise<RunningStore> {
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

async function embeddedServer(options: PartsOptions): Promise<RunningStore> {
  const { dataDir, logDir, lock, ports, backupDirs, keptPorts, say, onClose, onRestart, fail } = options;
  const httpPort = await keptPorts.choose('clickhouseHttp', {
    wanted: ports.clickhouseHttp,
    flag: '--clickhouse-http-port',
  });
  const tcpPort = await keptPorts.choose('clickhouseTcp', {
    wanted: ports.clickhouseTcp,
    flag: '--clickhouse-tcp-port',
  });
  const server = await embedded(() =>
    SupervisedServer.start({
      title: 'ClickHouse',
      logFile: join(logDir, 'clickhouse.err.log'),
      start: () => startClickHouse({ dataDir, lock, httpPort, tcpPort, backupDirs }),
      onRestart,
      onGivenUp: fail,
      say,
    }),
  );
  onClose(() => server.stop());
  const { url, users } = server.current;
  const { owner, reader } = users;
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
    run: () => clickHouseRun(server.current),
  };
}
