import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Credentials, EmbeddedClickHouse } from './clickhouse.js';
import type { ClickHouseUser } from './clickhouse-users.js';
import { CLICKHOUSE_USERS } from './clickhouse-users.js';
import { EmbeddedError } from './errors.js';
import type { EmbeddedPostgres } from './postgres.js';
import { POSTGRES_USERS, type PostgresUser } from './postgres-config.js';
import { writePrivateFile } from './private-file.js';
import { isRunning, thisProcess } from './process-identity.js';

const FILE = 'run.json';

export interface ClickHouseRun {
  readonly url: string;
  /** URLs of all servers in the order of their shards, where there are several; the rest is of the first. */
  readonly urls?: readonly string[];
  readonly tcpPort: number;
  readonly pid: number;
  readonly users: Readonly<Record<ClickHouseUser, Credentials>>;
  /** Folders below which the server may write backups. */
  readonly backupDirs?: readonly string[];
}

export interface PostgresRun {
  /** Without credentials; `postgresUrl(url, users.app)` adds them. */
  readonly url: string;
  readonly pid: number;
  readonly users: Readonly<Record<PostgresUser, Credentials>>;
}

/** The addresses of a running stack. Parts that the stack does not run itself are absent. */
export interface RunInfo {
  readonly clickhouse?: ClickHouseRun;
  readonly postgres?: PostgresRun;
  /** `key`: of the demo account, for commands on this machine. `metricsUrl`: the address of `/metrics`. */
  readonly api?: { readonly url: string; readonly metricsUrl?: string; readonly key?: string };
  /** The JSON-RPC node that the stack runs itself: the simulator's. An operator's own may have a key in its address. */
  readonly node?: { readonly url: string };
}

/** A running stack: its parts, the process that runs it, and that process's start. */
export interface RunFile extends RunInfo {
  readonly version: 1;
  readonly pid: number;
  readonly started: string;
  readonly dataDir: string;
}

/** The fields of running servers, in the order of their shards, for run.json. */
export function clickHouseRun(
  server: EmbeddedClickHouse,
  ...others: readonly EmbeddedClickHouse[]
): ClickHouseRun {
  const { url, tcpPort, pid, users, backupDirs } = server;
  const urls = others.length === 0 ? {} : { urls: [url, ...others.map((other) => other.url)] };
  return { url, ...urls, tcpPort, pid, users, backupDirs };
}

/** Makes the URL that `openStore` takes for the store of a running stack. */
export function storeUrl({ url, urls = [url] }: ClickHouseRun): string {
  return urls.join(',');
}

export function postgresRun(server: EmbeddedPostgres): PostgresRun {
  return { url: server.url, pid: server.pid, users: server.users };
}

/** Writes DATA/run.json (mode 0600) for this process. Call it while holding the data folder's lock. */
export async function writeRunFile(dataDir: string, info: RunInfo): Promise<void> {
  const file: RunFile = { version: 1, ...thisProcess(), dataDir: resolve(dataDir), ...info };
  await writePrivateFile(join(dataDir, FILE), `${JSON.stringify(file, null, 2)}\n`);
}

/**
 * Returns the running stack of a data folder. Null if there is no run.json or its process is gone (a later process with
 * the same number does not count).
 * @throws EmbeddedError `run_file_invalid` if run.json does not have this version's format
 */
export async function readRunFile(dataDir: string): Promise<RunFile | null> {
  const path = join(resolve(dataDir), FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(path, 'it is not JSON', cause);
  }
  if (!isRunFile(value)) throw invalid(path, 'it is not what this version writes');
  return isRunning(value) ? value : null;
}

export async function removeRunFile(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

function invalid(path: string, why: string, cause?: unknown): EmbeddedError {
  return new EmbeddedError(
    'run_file_invalid',
    `${path} cannot be used: ${why}. Remove it when no stack runs there.`,
    { cause },
  );
}

function isRunFile(value: unknown): value is RunFile {
  if (!isObject(value)) return false;
  const { version, pid, started, dataDir, clickhouse, postgres, api, node } = value;
  return (
    version === 1 &&
    isPid(pid) &&
    typeof started === 'string' &&
    typeof dataDir === 'string' &&
    (clickhouse === undefined || isClickHouseRun(clickhouse)) &&
    (postgres === undefined || isPostgresRun(postgres)) &&
    (api === undefined || isApiRun(api)) &&
    (node === undefined || (isObject(node) && isUrl(node['url'])))
  );
}

function isClickHouseRun(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { url, urls = [], tcpPort, pid, users, backupDirs = [] } = value;
  return (
    Array.isArray(backupDirs) &&
    backupDirs.every((folder) => typeof folder === 'string') &&
    isUrl(url) &&
    Array.isArray(urls) &&
    urls.every(isUrl) &&
    isPort(tcpPort) &&
    isPid(pid) &&
    isObject(users) &&
    CLICKHOUSE_USERS.every((name) => isCredentials(users[name]))
  );
}

function isPostgresRun(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { url, pid, users } = value;
  return (
    isUrl(url) && isPid(pid) && isObject(users) && POSTGRES_USERS.every((name) => isCredentials(users[name]))
  );
}

function isApiRun(value: unknown): boolean {
  return (
    isObject(value) &&
    isUrl(value['url']) &&
    (value['metricsUrl'] === undefined || isUrl(value['metricsUrl'])) &&
    (value['key'] === undefined || typeof value['key'] === 'string')
  );
}

function isCredentials(value: unknown): boolean {
  return isObject(value) && typeof value['user'] === 'string' && typeof value['password'] === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPid(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 65_536;
}

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value);
}
