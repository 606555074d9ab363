import { closeSync, constants, openSync } from 'node:fs';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The user that runs Postgres if this process is root: Postgres refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** The overflow user and group of Linux (65534); any unprivileged ids work. */
const UNPRIVILEGED_ID = 65_534;

/** DATA/postgres: the cluster in `data`, links to libraries in `lib`. */
export interface PostgresHome {
  readonly path: string;
  /** Null: run as this process's user. */
  readonly runAs: RunAs | null;
  /**
   * The folder as seen by Postgres. The data folder and its parents may be inaccessible to its user (mode 0700, or
   * below /root), so it receives the folder as open file descriptor 3 and accesses it through that.
   */
  readonly seenAs: string;
  /** That descriptor; null if the path itself is used. */
  readonly fd: number | null;
  close(): void;
}

export async function openPostgresHome(dataDir: string): Promise<PostgresHome> {
  const path = join(dataDir, 'postgres');
  await mkdir(path, { recursive: true, mode: 0o700 });
  const runAs = await chooseUser(path);
  if (runAs !== null) await chown(path, runAs.uid, runAs.gid);
  if (runAs === null || process.platform !== 'linux')
    return { path, runAs, seenAs: path, fd: null, close: () => {} };
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path, runAs, seenAs: '/proc/self/fd/3', fd, close: () => closeSync(fd) };
}

/** Keeps the owner of data that an ordinary user created, even if root starts it once. */
async function chooseUser(path: string): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await stat(path);
  return uid === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : { uid, gid };
}
