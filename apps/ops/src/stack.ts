import { dataDirOf, embedded, note, runFileOf, UnreachableError } from '@tickscope/command-line';
import { type ClickHouseOptions, storeUrl } from '@tickscope/embedded';
import { openStore, type Store, type StoreOptions } from '@tickscope/store';
import { DEFAULT_DATABASE, startServers, stopServers, storeOptions, urlOf } from './embedded-servers.js';
import { serverOptions, shardCount } from './servers.js';

/** The ClickHouse that a command works on, with a user with write access. */
export interface Stack {
  store: Store;
  database: string;
  url: string;
  /** With which the store was opened. */
  options: StoreOptions;
  /** `environment`: CLICKHOUSE_URL; `running`: found by its data folder; `own`: started for this command. */
  origin: 'environment' | 'running' | 'own';
  close(): Promise<void>;
}

interface StackOptions {
  dataDir: string;
  /** Whether to start the embedded server when none runs; otherwise a missing server is an error. */
  startIfNone: boolean;
  /** Options of servers that are started here; `servers`: how many a new data folder gets (default: 1). */
  start?: Pick<ClickHouseOptions, 'lock' | 'backupDirs'> & { servers?: number | undefined };
  say?(line: string): void;
}

/**
 * Finds the ClickHouse to work on: `CLICKHOUSE_URL` if set, else the stack that runs on the data folder, else
 * (if allowed) the embedded server, started on that folder and stopped by `close`.
 */
export async function openStack({ dataDir, startIfNone, start = {}, say }: StackOptions): Promise<Stack> {
  const url = process.env['CLICKHOUSE_URL'];
  const database = process.env['CLICKHOUSE_DATABASE'] ?? DEFAULT_DATABASE;
  if (url !== undefined && url !== '') {
    const options = environmentStore(url, database);
    return answering(options, 'environment', `CLICKHOUSE_URL (${url}) as user "${options.user}"`);
  }

  const running = await runFileOf(dataDir);
  if (running?.clickhouse !== undefined) {
    const runningUrl = storeUrl(running.clickhouse);
    const options = storeOptions(runningUrl, running.clickhouse.users.owner, database);
    return answering(options, 'running', `the stack on ${dataDir} (process ${running.pid}, ${runningUrl})`);
  }
  if (!startIfNone)
    throw new UnreachableError(
      `no stack is running on ${dataDir}. Start one with "tickscope up --data-dir ${dataDir}", or set CLICKHOUSE_URL.`,
    );

  say?.(`No stack is running on ${dataDir}: starting its ClickHouse for this command.`);
  const { servers: ofNew, ...first } = start;
  const servers = await embedded(async () => {
    const count = await shardCount(dataDir, null, { lock: first.lock, ofNew });
    return startServers(await serverOptions(dataDir, count, first));
  });
  const stack = opened(storeOptions(urlOf(servers), servers[0]!.users.owner, database), 'own');
  return {
    ...stack,
    async close() {
      await stack.close();
      await stopServers(servers);
    },
  };
}

function opened(options: StoreOptions, origin: Stack['origin']): Stack {
  const store = openStore(options);
  const { url, database } = options;
  return { store, options, database, url, origin, close: () => store.close() };
}

/** Works on the ClickHouse of the flags, which is started if none runs. */
export async function withStack<T>(
  { dataDir }: { dataDir?: string },
  work: (stack: Stack) => Promise<T>,
): Promise<T> {
  const stack = await openStack({ dataDir: dataDirOf(dataDir), startIfNone: true, say: note });
  try {
    return await work(stack);
  } finally {
    await stack.close();
  }
}

/** ClickHouse at a URL, with the user of the environment. */
export function environmentStore(url: string, database: string): StoreOptions {
  const user = process.env['CLICKHOUSE_USER'] ?? 'default';
  return storeOptions(url, { user, password: process.env['CLICKHOUSE_PASSWORD'] ?? '' }, database);
}

/** @param what for the error where it does not answer */
async function answering(options: StoreOptions, origin: Stack['origin'], what: string): Promise<Stack> {
  const stack = opened(options, origin);
  const error = await stack.store.administer.ping(10_000);
  if (error === null) return stack;
  await stack.close();
  throw new UnreachableError(`ClickHouse does not answer at ${what}: ${error.message.slice(0, 300)}`);
}
