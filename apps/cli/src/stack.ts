import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ClickHouseOptions, type EmbeddedClickHouse, readRunFile, storeUrl } from '@tickscope/embedded';
import { openStore, type Store, type StoreOptions } from '@tickscope/store';
import { UnreachableError } from './cli-error.js';
import {
  DEFAULT_DATABASE,
  embedded,
  startServers,
  stopServers,
  storeOptions,
  urlOf,
} from './embedded-servers.js';
import { startBothCopies } from './mirror/start-both.js';
import { copyOptions, serverOptions, shardCount, storedLayout } from './servers.js';

export const DEFAULT_DATA_DIR = '.tickscope';

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

export interface StackOptions {
  dataDir: string;
  /** Whether to start the embedded server when none runs; otherwise a missing server is an error. */
  startIfNone: boolean;
  /** Of servers that are started here; `servers`: how many a new data folder gets (default: 1). */
  start?: Pick<ClickHouseOptions, 'lock' | 'backupDirs'> & { servers?: number | undefined };
  /** Of servers that are started here: only the first copy of a mirrored store, which is then left behind by it. */
  isFirstCopyOnly?: boolean;
  say?(line: string): void;
}

/**
 * The data folder of a command: its flag, `TICKSCOPE_DATA_DIR`, or the nearest `.tickscope` in this folder or
 * one above it, as git finds `.git`. Without any of these, `.tickscope` in this folder.
 */
export function dataDirOf(flag: string | undefined, from = process.cwd()): string {
  const given = flag ?? process.env['TICKSCOPE_DATA_DIR'];
  if (given !== undefined && given !== '') return resolve(from, given);
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const candidate = join(folder, DEFAULT_DATA_DIR);
    if (isFolder(candidate)) return candidate;
    if (dirname(folder) === folder) return join(resolve(from), DEFAULT_DATA_DIR);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Finds the ClickHouse to work on: `CLICKHOUSE_URL` if set, else the stack that runs on the data folder, else
 * (if allowed) the embedded server, started on that folder and stopped by `close`.
 */
export async function openStack(asked: StackOptions): Promise<Stack> {
  const { dataDir, startIfNone, start = {}, say } = asked;
  const url = process.env['CLICKHOUSE_URL'];
  const database = process.env['CLICKHOUSE_DATABASE'] ?? DEFAULT_DATABASE;
  if (url !== undefined && url !== '') {
    const options = environmentStore(url, database);
    const store = openStore(options);
    await mustAnswer(store, `CLICKHOUSE_URL (${url}) as user "${options.user}"`);
    return { store, options, database, url, origin: 'environment', close: () => store.close() };
  }

  const running = await readRunFile(dataDir);
  if (running?.clickhouse !== undefined) {
    const { owner } = running.clickhouse.users;
    const runningUrl = storeUrl(running.clickhouse);
    const options = storeOptions(runningUrl, owner, database);
    const store = openStore(options);
    await mustAnswer(store, `the stack on ${dataDir} (process ${running.pid}, ${runningUrl})`);
    return { store, options, database, url: runningUrl, origin: 'running', close: () => store.close() };
  }
  if (!startIfNone)
    throw new UnreachableError(
      `no stack is running on ${dataDir}. Start one with "tickscope up --data-dir ${dataDir}", or set CLICKHOUSE_URL.`,
    );

  say?.(`No stack is running on ${dataDir}: starting its ClickHouse for this command.`);
  const { servers: ofNew, ...first } = start;
  const servers: EmbeddedClickHouse[] = [];
  const ownUrl = await embedded(async () => {
    const count = await shardCount(dataDir, null, { lock: first.lock, ofNew });
    if (storedLayout(dataDir)?.mirror !== true)
      servers.push(...(await startServers(await serverOptions(dataDir, count, first))));
    else if (asked.isFirstCopyOnly === true)
      servers.push(...(await startServers(await copyOptions(dataDir, 'first', count, first))));
    else return await startBothCopies({ dataDir, shards: count, first, database, servers, say });
    return urlOf(servers);
  });
  const { owner } = servers[0]!.users;
  const options = storeOptions(ownUrl, owner, database);
  const store = openStore(options);
  return {
    store,
    options,
    database,
    url: ownUrl,
    origin: 'own',
    async close() {
      await store.close();
      await stopServers(servers);
    },
  };
}

/** ClickHouse at a URL, with the user of the environment. */
export function environmentStore(url: string, database: string): StoreOptions {
  const user = process.env['CLICKHOUSE_USER'] ?? 'default';
  return storeOptions(url, { user, password: process.env['CLICKHOUSE_PASSWORD'] ?? '' }, database);
}

async function mustAnswer(store: Store, what: string): Promise<void> {
  const error = await store.administer.ping(10_000);
  if (error !== null) {
    await store.close();
    throw new UnreachableError(`ClickHouse does not answer at ${what}: ${error.message.slice(0, 300)}`);
  }
}
