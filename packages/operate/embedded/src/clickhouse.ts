import { mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clusterConfig, renderServerConfig, serverArguments, serverScript } from './clickhouse-config.js';
import { CLICKHOUSE_USERS, type ClickHouseUser, renderUsersConfig } from './clickhouse-users.js';
import { type ControlServer, startControlServer } from './control-server.js';
import { type DataLock, lockDataDir } from './data-lock.js';
import { EmbeddedError } from './errors.js';
import { logTail } from './log-tail.js';
import { findClickHouseLibrary } from './native.js';
import { loadPasswords } from './passwords.js';
import { choosePort, LOOPBACK } from './ports.js';
import { writePrivateFile } from './private-file.js';
import {
  type ExitReport,
  type ServerProcess,
  type StopOutcome,
  startServerProcess,
} from './server-process.js';
import type { ConfigTree } from './xml.js';

const CHILD_ENTRY = fileURLToPath(new URL('../bin/clickhouse-child.mjs', import.meta.url));
/** Another program may take a free port between choosing it and the server's start. */
const START_TRIES = 3;
/** Large data takes longer to load. */
const START_TIMEOUT_MS = 60_000;
const LEAVE_WAIT_MS = 2_000;

export interface ClickHouseOptions {
  readonly dataDir: string;
  /** The caller's lock on the data folder, which the caller keeps. Absent: acquired and released here. */
  readonly lock?: DataLock;
  /** Absent: any free port. */
  readonly httpPort?: number;
  readonly tcpPort?: number;
  readonly logLevel?: 'fatal' | 'error' | 'warning' | 'information' | 'debug' | 'trace';
  /** Share of the machine's (or container's) memory that the server may use, 0 to 1. */
  readonly memoryRatio?: number;
  /** How long a clean stop may take before signals are sent. */
  readonly stopTimeoutMs?: number;
  /** Folders below which `BACKUP … TO File(…)` may write, beside `backups` in the data folder. */
  readonly backupDirs?: readonly string[];
  /** The server is one of several shards. */
  readonly cluster?: ClusterMember;
  /** Merged into the server's configuration. */
  readonly extraConfig?: ConfigTree;
}

/** Place of a server in the cluster that it belongs to. */
export interface ClusterMember {
  /** Native ports of all shards on this machine, in their order. */
  readonly tcpPorts: readonly number[];
  /** The folder whose passwords and cluster secret the servers share: the data folder of the first. */
  readonly passwordsDir: string;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export interface EmbeddedClickHouse {
  /** http://127.0.0.1:PORT, without credentials. */
  readonly url: string;
  readonly httpPort: number;
  readonly tcpPort: number;
  readonly users: Readonly<Record<ClickHouseUser, Credentials>>;
  readonly pid: number;
  readonly dataDir: string;
  /** Folders below which `BACKUP … TO File(…)` may write. */
  readonly backupDirs: readonly string[];
  /** Resolves when the process has exited, whether requested or not. */
  readonly exited: Promise<ExitReport>;
  /** Stops the server cleanly, or by signals if that takes too long. Running queries are cancelled. */
  stop(): Promise<StopOutcome>;
}

/**
 * Starts a ClickHouse server in a child process, on 127.0.0.1 only, and resolves once it answers.
 * @throws EmbeddedError `unsupported_platform`, `data_dir_locked`, `port_taken`, `start_failed` (with the last log
 *   lines)
 */
export async function startClickHouse(options: ClickHouseOptions): Promise<EmbeddedClickHouse> {
  const library = findClickHouseLibrary();
  const lock = options.lock ?? (await lockDataDir(options.dataDir));
  const release = () => {
    if (options.lock === undefined) lock.release();
  };
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await launch(options, library, lock, release);
      } catch (error) {
        const portWasFree = options.httpPort === undefined || options.tcpPort === undefined;
        if (!(portWasFree && attempt < START_TRIES && /Address already in use/.test(String(error))))
          throw error;
      }
    }
  } catch (error) {
    release();
    throw error;
  }
}

async function launch(
  options: ClickHouseOptions,
  library: string,
  lock: DataLock,
  release: () => void,
): Promise<EmbeddedClickHouse> {
  const httpPort = await choosePort('ClickHouse HTTP', options.httpPort);
  const tcpPort = await choosePort('ClickHouse TCP', options.tcpPort);
  if (httpPort === tcpPort)
    throw new EmbeddedError('port_taken', `ClickHouse needs two ports; ${httpPort} was given for both.`);

  const { dataDir } = lock;
  const workingDir = join(dataDir, 'clickhouse.cwd');
  const logsDir = join(dataDir, 'logs');
  // The engine starts its background work only if this folder exists; otherwise a first start would never drop tables.
  await mkdir(join(dataDir, 'clickhouse', 'metadata'), { recursive: true, mode: 0o700 });
  await mkdir(logsDir, { recursive: true, mode: 0o700 });
  mkdirSync(workingDir, { recursive: true, mode: 0o700 });

  const { cluster } = options;
  const passwords = await loadPasswords(cluster?.passwordsDir ?? dataDir, 'clickhouse', CLICKHOUSE_USERS);
  const secrets =
    cluster === undefined ? null : await loadPasswords(cluster.passwordsDir, 'cluster', ['secret']);
  let child: ServerProcess | null = null;
  const control = await startControlServer({
    // The SQL function file() reads any file of the machine for any user, but it resolves the working directory first
    // and fails if that is gone. The engine's exit needs a working directory again, when no user is left.
    beforeAdmission: () => rmdirSync(workingDir),
    beforeEnd: async () => {
      if (child !== null) await leaveWorkingDirectory(child);
    },
  });
  try {
    const configFile = await writeConfigFiles({
      options,
      dataDir,
      logsDir,
      httpPort,
      tcpPort,
      passwords,
      clusterConfig: secrets === null ? {} : clusterConfig(cluster?.tcpPorts ?? [], secrets.secret),
      control,
    });
    child = await startServerProcess({ entry: CHILD_ENTRY, cwd: workingDir, lockFd: lock.fd });
    child.send({
      type: 'run',
      library,
      argv: serverArguments(configFile, serverScript(control.urls)),
    });
    await waitUntilServing(child, control, logsDir, START_TIMEOUT_MS);
  } catch (error) {
    await child?.stop(() => {}, 0);
    control.close();
    await rm(workingDir, { recursive: true, force: true });
    throw error;
  }

  const server = child;
  const exited = server.exited.then((report) => {
    control.close();
    release();
    return report;
  });
  const credentials = (user: ClickHouseUser): Credentials => ({ user, password: passwords[user] });
  return {
    url: `http://${LOOPBACK}:${httpPort}`,
    httpPort,
    tcpPort,
    users: { owner: credentials('owner'), reader: credentials('reader'), analyst: credentials('analyst') },
    pid: server.pid,
    dataDir,
    backupDirs: backupDirsOf(options, dataDir),
    exited,
    async stop() {
      const outcome = await server.stop(() => control.endServing(), options.stopTimeoutMs ?? 15_000);
      // The lock must be released before the caller continues.
      await exited;
      return outcome;
    },
  };
}

async function writeConfigFiles(input: {
  options: ClickHouseOptions;
  dataDir: string;
  logsDir: string;
  httpPort: number;
  tcpPort: number;
  passwords: Readonly<Record<ClickHouseUser, string>>;
  clusterConfig: ConfigTree;
  control: ControlServer;
}): Promise<string> {
  const { options, dataDir, passwords } = input;
  const cores = availableParallelism();
  const memoryBytes = serverMemoryBytes(options.memoryRatio ?? 0.6);
  const usersFile = join(dataDir, 'config', 'clickhouse-users.xml');
  const configFile = join(dataDir, 'config', 'clickhouse.xml');
  await writePrivateFile(
    usersFile,
    renderUsersConfig({
      passwords,
      serverMemoryBytes: memoryBytes,
      cores,
      isShard: options.cluster !== undefined,
    }),
  );
  await writePrivateFile(
    configFile,
    renderServerConfig({
      path: join(dataDir, 'clickhouse'),
      logsDir: input.logsDir,
      usersFile,
      httpPort: input.httpPort,
      tcpPort: input.tcpPort,
      logLevel: options.logLevel ?? 'information',
      admissionUrl: input.control.urls.admit,
      memoryBytes,
      cores,
      backupDirs: backupDirsOf(options, dataDir),
      extra: { ...input.clusterConfig, ...options.extraConfig },
    }),
  );
  return configFile;
}

function backupDirsOf({ backupDirs = [] }: ClickHouseOptions, dataDir: string): string[] {
  return [...new Set([join(dataDir, 'backups'), ...backupDirs].map(realPath))];
}

/** Without symbolic links: the server compares paths as texts. The end of the path need not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = resolve(path);
    return dirname(folder) === folder ? folder : join(realPath(dirname(folder)), basename(folder));
  }
}

/** The server's memory: a share of the container's limit if there is one, otherwise of the machine's memory. */
export function serverMemoryBytes(ratio: number): number {
  // Without a limit, this is 0 or a number beyond the machine's memory.
  const constrained = process.constrainedMemory();
  const available = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.floor(available * ratio);
}

async function waitUntilServing(
  child: ServerProcess,
  control: ControlServer,
  logsDir: string,
  timeoutMs: number,
): Promise<void> {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, 'timeout' as const, { signal: timer.signal }).catch(
    () => 'timeout' as const,
  );
  const outcome = await Promise.race([control.serving.then(() => 'serving' as const), child.exited, timeout]);
  timer.abort();
  if (outcome === 'serving') return;
  const what =
    outcome === 'timeout'
      ? `did not answer within ${timeoutMs} ms`
      : `ended at its start (${outcome.signal ?? `exit code ${outcome.code}`})`;
  const said = outcome === 'timeout' ? '' : outcome.errorTail.trim();
  throw new EmbeddedError(
    'start_failed',
    [
      `The embedded ClickHouse ${what}.`,
      said,
      `Last lines of ${logsDir}:`,
      await logTail(join(logsDir, 'clickhouse.err.log')),
    ].join('\n'),
  );
}

async function leaveWorkingDirectory(child: ServerProcess): Promise<void> {
  const left = new Promise<void>((resolve) => {
    child.onMessage((message) => {
      if (typeof message === 'object' && message !== null && 'type' in message)
        if (message.type === 'left-working-directory') resolve();
    });
  });
  child.send({ type: 'leave-working-directory' });
  await Promise.race([left, delay(LEAVE_WAIT_MS, undefined, { ref: false })]);
}
