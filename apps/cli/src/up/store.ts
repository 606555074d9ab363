import { type ClickHouseRun, clickHouseRun, startClickHouse } from '@tickscope/embedded';
import { type ClickHouseClient, migrate, newestFullSlot, openStore } from '@tickscope/store';
import { DEFAULT_DATABASE, embedded, openStack } from '../stack.js';
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
  /** Newest slot stored whole when it was started. */
  newestSlot: number | null;
  /** Open until the end. */
  client: ClickHouseClient;
  /** For run.json; `null` where the server is not ours. */
  run: ClickHouseRun | null;
}

/** ClickHouse: the one that CLICKHOUSE_URL names, or the embedded one. */
export async function startStore(options: PartsOptions): Promise<RunningStore> {
  const store = process.env['CLICKHOUSE_URL'] ? await ownServer(options) : await embeddedServer(options);
  await migrate(store.client, store.database);
  return { ...store, newestSlot: await newestFullSlot(store.client) };
}

async function ownServer({ dataDir, onClose }: PartsOptions): Promise<Omit<RunningStore, 'newestSlot'>> {
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
    client: stack.client,
    run: null,
  };
}

async function embeddedServer(options: PartsOptions): Promise<Omit<RunningStore, 'newestSlot'>> {
  const { dataDir, lock, ports, say, onClose, signal } = options;
  const server = await embedded(() =>
    startClickHouse({
      dataDir,
      lock,
      ...(ports.clickhouseHttp === undefined ? {} : { httpPort: ports.clickhouseHttp }),
      ...(ports.clickhouseTcp === undefined ? {} : { tcpPort: ports.clickhouseTcp }),
    }),
  );
  onClose(() => server.stop());
  void server.exited.then(({ errorTail }) => {
    if (!signal.aborted)
      say(`ClickHouse ended unasked; stop with Ctrl-C and start again. ${errorTail.slice(-500)}`);
  });
  const { owner, reader } = server.users;
  const client = openStore({
    url: server.url,
    ...owner,
    database: DEFAULT_DATABASE,
    application: 'tickscope-cli',
    requestTimeoutMs: 120_000,
  });
  onClose(() => client.close());
  return {
    url: server.url,
    database: DEFAULT_DATABASE,
    writer: owner,
    reader,
    client,
    run: clickHouseRun(server),
  };
}
