import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Credentials } from './clickhouse.js';
import { type DataLock, lockDataDir } from './data-lock.js';
import { EmbeddedError } from './errors.js';
import { logTail } from './log-tail.js';
import { loadPasswords } from './passwords.js';
import { choosePort, LOOPBACK } from './ports.js';
import { type PostgresBinaries, preparePostgres } from './postgres-binaries.js';
import { createCluster, setPasswords, writePostgresFiles } from './postgres-cluster.js';
import { POSTGRES_DATABASE, POSTGRES_USERS, type PostgresUser } from './postgres-config.js';
import { openPostgresHome, type PostgresHome } from './postgres-home.js';
import { endOrphans } from './postgres-orphan.js';
import { isRunning, type ProcessIdentity, processStarted } from './process-identity.js';
import {
  type ExitReport,
  type ServerProcess,
  type StopOutcome,
  startServerProcess,
} from './server-process.js';

const CHILD_ENTRY = fileURLToPath(new URL('../bin/postgres-child.mjs', import.meta.url));
/** Another program may take a free port between choosing it and the server's start. */
const START_TRIES = 3;
/** Recovery after a crash takes a while. */
const START_TIMEOUT_MS = 60_000;
const LOOK_MS = 20;
const KILLED_WAIT_MS = 5_000;

export interface PostgresOptions {
  readonly dataDir: string;
  /** The caller's lock on the data folder, which the caller keeps. Absent: acquired and released here. */
  readonly lock?: DataLock;
  /** Absent: any free port. */
  readonly port?: number;
  /** How long a clean stop may take before signals are sent. */
  readonly stopTimeoutMs?: number;
}

export interface EmbeddedPostgres {
  /** postgres://127.0.0.1:PORT/tickscope, without credentials: see `postgresUrl`. */
  readonly url: string;
  readonly port: number;
  readonly users: Readonly<Record<PostgresUser, Credentials>>;
  /** Process number of the server itself. */
  readonly pid: number;
  readonly dataDir: string;
  /** Resolves when the server has exited, whether requested or not. */
  readonly exited: Promise<ExitReport>;
  /** Stops the server cleanly, or by signals if that takes too long. Open transactions are rolled back. */
  stop(): Promise<StopOutcome>;
}

/** Adds a user's name and password to the URL, as `pg` and psql expect it. */
export function postgresUrl(url: string, { user, password }: Credentials): string {
  const whole = new URL(url);
  whole.username = encodeURIComponent(user);
  whole.password = encodeURIComponent(password);
  return whole.href;
}

/**
 * Starts a PostgreSQL server in a child process, on 127.0.0.1 only and without a Unix socket. Resolves once it accepts
 * connections. Creates the cluster at the first start. If this process is root, the server runs as the owner of
 * DATA/postgres, or as uid 65534, which then becomes the owner of the folder.
 * @throws EmbeddedError `unsupported_platform`, `data_dir_locked`, `port_taken`, `start_failed` (with the last log
 * lines)
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const lock = options.lock ?? (await lockDataDir(options.dataDir));
  const release = () => {
    if (options.lock === undefined) lock.release();
  };
  let home: PostgresHome | null = null;
  try {
    home = await openPostgresHome(lock.dataDir);
    const passwords = await loadPasswords(lock.dataDir, 'postgres', POSTGRES_USERS);
    const binaries = await preparePostgres(home, lock.fd);
    await endOrphans(join(home.path, 'data'));
    await createCluster(home, binaries, lock.fd);
    // Single-user mode reads it too; the port is chosen later.
    await writePostgresFiles(home, options.port ?? 1);
    await setPasswords(home, binaries, lock.fd, passwords);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await launch({ options, home, binaries, lock, passwords, release });
      } catch (error) {
        const mayRetry = options.port === undefined && attempt < START_TRIES;
        if (!(mayRetry && /Address already in use/.test(String(error)))) throw error;
      }
    }
  } catch (error) {
    release();
    throw mayNotUse(error) ?? error;
  } finally {
    home?.close();
  }
}

function mayNotUse(error: unknown): EmbeddedError | null {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM') return null;
  return new EmbeddedError(
    'data_dir_unusable',
    `${path ?? 'The data folder'} belongs to another user (${code}). Start as that user, or choose another folder with --data-dir.`,
    { cause: error },
  );
}

async function launch(input: {
  options: PostgresOptions;
  home: PostgresHome;
  binaries: PostgresBinaries;
  lock: DataLock;
  passwords: Readonly<Record<PostgresUser, string>>;
  release: () => void;
}): Promise<EmbeddedPostgres> {
  const { options, home, binaries, lock, passwords } = input;
  const port = await choosePort('PostgreSQL', options.port);
  await writePostgresFiles(home, port);
  const logFile = join(lock.dataDir, 'logs', 'postgres.log');
  await mkdir(dirname(logFile), { recursive: true, mode: 0o700 });

  const child = await startServerProcess({ entry: CHILD_ENTRY, cwd: lock.dataDir, lockFd: lock.fd });
  let server: ProcessIdentity;
  try {
    const started = startedPid(child);
    child.send({
      type: 'run',
      file: binaries.postgres,
      args: ['-D', join(home.seenAs, 'data')],
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC', ...binaries.env },
      home: home.path,
      seesHome: home.fd !== null,
      user: home.runAs,
      logFile,
    });
    server = await untilReady(child, started, home, START_TIMEOUT_MS);
  } catch (cause) {
    await child.stop(() => child.send({ type: 'stop' }), 2_000);
    await endOrphans(join(home.path, 'data'));
    const tail = await logTail(logFile);
    const why = [(cause as Error).message, ...adviceOn(tail, home.path), `Last lines of ${logFile}:`, tail];
    throw new EmbeddedError('start_failed', why.join('\n'), { cause });
  }

  const exited = child.exited.then(async (report) => {
    await killIfLeft(server);
    input.release();
    return report;
  });
  const credentials = (user: PostgresUser): Credentials => ({ user, password: passwords[user] });
  return {
    url: `postgres://${LOOPBACK}:${port}/${POSTGRES_DATABASE}`,
    port,
    users: { owner: credentials('owner'), app: credentials('app') },
    pid: server.pid,
    dataDir: lock.dataDir,
    exited,
    async stop() {
      const outcome = await child.stop(() => child.send({ type: 'stop' }), options.stopTimeoutMs ?? 15_000);
      // The lock must be released before the caller continues.
      await exited;
      return outcome;
    },
  };
}

/** A log of transactions without the record that a start begins with: Postgres cannot mend that. */
function adviceOn(tail: string, path: string): string[] {
  if (!/could not locate a valid checkpoint record|invalid (primary )?checkpoint record/.test(tail))
    return [];
  return [
    `Its log of transactions (${path}/data/pg_wal) is damaged. It holds the accounts only; blocks are in ClickHouse.`,
    `With a backup: mv ${path} ${path}.damaged, then tickscope restore BACKUP --replace (it replaces the blocks, too).`,
    `Without one: mv ${path} ${path}.damaged, then start again: it begins without accounts, and makes a new demo key.`,
  ];
}

function startedPid(child: ServerProcess): Promise<number> {
  return new Promise((resolve) => {
    child.onMessage((message) => {
      if (typeof message === 'object' && message !== null && 'pid' in message)
        if (typeof message.pid === 'number') resolve(message.pid);
    });
  });
}

/** The server writes the eighth line of postmaster.pid when it accepts connections (pg_ctl waits for it too). */
async function untilReady(
  child: ServerProcess,
  started: Promise<number>,
  home: PostgresHome,
  timeoutMs: number,
): Promise<ProcessIdentity> {
  const pidFile = join(home.path, 'data', 'postmaster.pid');
  const deadline = performance.now() + timeoutMs;
  let ended: ExitReport | null = null;
  let pid: number | null = null;
  void child.exited.then((report) => {
    ended = report;
  });
  void started.then((number) => {
    pid = number;
  });
  const failed = (what: string) => new Error(`The embedded PostgreSQL ${what}`);
  for (;;) {
    await delay(LOOK_MS);
    const report = ended as ExitReport | null;
    if (report !== null) throw failed(`ended at its start (${report.signal ?? `exit code ${report.code}`}).`);
    if (pid !== null && isReady(pidFile, pid)) {
      const begun = processStarted(pid);
      if (begun !== null) return { pid, started: begun };
    }
    if (performance.now() > deadline) throw failed(`did not answer within ${timeoutMs} ms.`);
  }
}

function isReady(pidFile: string, pid: number): boolean {
  try {
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/** A killed supervisor leaves its server running; the server's own processes exit with it. */
async function killIfLeft(server: ProcessIdentity): Promise<void> {
  const deadline = performance.now() + KILLED_WAIT_MS;
  while (isRunning(server) && performance.now() < deadline) {
    try {
      process.kill(server.pid, 'SIGKILL');
    } catch {
      return;
    }
    await delay(LOOK_MS);
  }
}
