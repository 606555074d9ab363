import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError, embedded, UsageError } from '@tickscope/command-line';
import {
  type ClickHouseOptions,
  type ClickHouseRun,
  clickHouseRun,
  type EmbeddedClickHouse,
  type ServerPorts,
  startClickHouse,
} from '@tickscope/embedded';
import {
  migrate,
  OtherSchemaError,
  openStore,
  otherSchemaText,
  type Store,
  type StoreOptions,
} from '@tickscope/store';
import { DEFAULT_DATABASE, storeOptions, urlOf } from '../embedded-servers.js';
import { serverOptions, shardCount } from '../servers.js';
import { openStack } from '../stack.js';
import { askHttp } from '../supervise/health-questions.js';
import { SupervisedServer } from '../supervise/supervised-server.js';
import { SIMULATOR_FOLDER } from './simulator-args.js';
import type { PartsOptions } from './start-options.js';

/** A migrated ClickHouse. */
export interface RunningStore {
  /** URLs of all servers, with commas between. */
  url: string;
  database: string;
  writer: Pick<StoreOptions, 'user' | 'password'>;
  reader: Pick<StoreOptions, 'user' | 'password'>;
  /** Open until the end. */
  clickhouse: Store;
  /** The current entry for run.json; `null` for an external server. */
  run(): ClickHouseRun | null;
}

/** Below the data folder: blocks that wait for ClickHouse. */
export const SPILL_FOLDER = 'spill';

/**
 * ClickHouse: the servers that CLICKHOUSE_URL names, or the embedded ones, with the tables of this build. A store of the
 * simulator with other tables is moved aside. @throws CliError for any other store with other tables
 */
export async function startStore(options: PartsOptions): Promise<RunningStore> {
  if (process.env['CLICKHOUSE_URL']) {
    const store = await ownServer(options);
    await migrate(store.clickhouse);
    return store;
  }
  const { store, folders, stop } = await embeddedServers(options);
  // The ingester refuses a spill with blocks of another database than the one that is begun.
  const spill = join(options.dataDir, SPILL_FOLDER);
  const former = existsSync(spill) ? [...folders, spill] : folders;
  try {
    await migrate(store.clickhouse);
    return store;
  } catch (error) {
    if (!(error instanceof OtherSchemaError)) throw error;
    if (!isSimulated(options))
      throw new CliError(otherSchemaText(`the store in ${options.dataDir}`, former.join(' and ')));
  }
  await stop();
  const suffix = `-former-${new Date().toISOString().replace(/\W/g, '')}`;
  for (const folder of former) await rename(folder, `${folder}${suffix}`);
  options.say(
    `The simulated blocks were stored by another build, whose tables this one does not read. They are in ${former.map((folder) => `${folder}${suffix}`).join(' and ')} now, which may be deleted unless blocks of your own were imported too.`,
  );
  const fresh = await embeddedServers(options);
  await migrate(fresh.store.clickhouse);
  return fresh.store;
}

/** Whether all blocks of the data folder came from its simulator: it has run there, and runs again. */
function isSimulated({ dataDir, source }: PartsOptions): boolean {
  return source === 'simulator' && existsSync(join(dataDir, SIMULATOR_FOLDER));
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
  const { url, database, store: clickhouse } = stack;
  return { url, database, writer: user, reader: user, clickhouse, run: () => null };
}

interface EmbeddedServers {
  store: RunningStore;
  /** Where each server has its data. */
  folders: string[];
  stop(): Promise<void>;
}

async function embeddedServers(options: PartsOptions): Promise<EmbeddedServers> {
  const { dataDir, lock, shards, backupDirs, onClose } = options;
  const count = await shardCount(dataDir, shards, { lock });
  const ports: ServerPorts[] = [];
  for (let server = 1; server <= count; server += 1) ports.push(await portsOf(server, options));
  const servers: SupervisedServer<EmbeddedClickHouse>[] = [];
  const starts = await serverOptions(dataDir, count, { lock, backupDirs }, ports);
  for (const start of starts) {
    const server = await startSupervised(start, servers.length + 1, options);
    onClose(() => server.stop());
    servers.push(server);
  }
  const current = (): [EmbeddedClickHouse, ...EmbeddedClickHouse[]] => {
    const [first, ...others] = servers.map((server) => server.current);
    return [first!, ...others];
  };
  const { owner, reader } = current()[0].users;
  const url = urlOf(current());
  const clickhouse = openStore(storeOptions(url, owner, DEFAULT_DATABASE));
  onClose(() => clickhouse.close());
  return {
    store: {
      ...{ url, database: DEFAULT_DATABASE, writer: owner, reader, clickhouse },
      run: () => clickHouseRun(...current()),
    },
    folders: starts.map((start) => join(start.dataDir, 'clickhouse')),
    async stop() {
      await clickhouse.close();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** The flags name the ports of the first server. */
async function portsOf(server: number, { ports, keptPorts }: PartsOptions): Promise<ServerPorts> {
  const which = server > 1 ? (`${server}` as `${number}`) : '';
  const of = (wanted: number | undefined, flag: string) => (server > 1 ? {} : { wanted, flag });
  return {
    httpPort: await keptPorts.choose(
      `clickhouseHttp${which}`,
      of(ports.clickhouseHttp, '--clickhouse-http-port'),
    ),
    tcpPort: await keptPorts.choose(
      `clickhouseTcp${which}`,
      of(ports.clickhouseTcp, '--clickhouse-tcp-port'),
    ),
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
      ask: ({ url }, signal) => askHttp(`${url}/ping`, signal),
      onRestart,
      onGivenUp: fail,
      say,
    }),
  );
}
