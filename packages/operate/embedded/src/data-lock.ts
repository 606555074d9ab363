import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedError } from './errors.js';
import { loadForeignFunctions } from './native.js';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.js';

/** How long the servers of a killed starter may take to notice and exit. */
const ORPHAN_WAIT_MS = 10_000;
const RETRY_MS = 100;

const LOCK_EX_NB = 2 | 4;
/** EWOULDBLOCK on Linux and on macOS. */
const HELD_BY_ANOTHER = new Set([11, 35]);

export interface DataLock {
  readonly dataDir: string;
  /** Server processes inherit this descriptor, so the lock lasts as long as any process of the stack. */
  readonly fd: number;
  /** Releases this process's lock. Repeated calls have no effect. */
  release(): void;
}

/**
 * Locks the data folder for this process and the servers that it starts. Creates the folder (mode 0700) if it is
 * absent.
 *
 * The lock is the kernel's (flock on DATA/lock). It ends with the last process that holds it, even on SIGKILL, and a
 * reused process number cannot be mistaken for the owner. The file's content is only for the error message to a second
 * owner.
 * @throws EmbeddedError `data_dir_locked`, naming the owner; `data_dir_unusable`
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const folder = resolve(dataDir);
  const file = join(folder, 'lock');
  const fd = openLockFile(folder, file);
  try {
    const deadline = Date.now() + ORPHAN_WAIT_MS;
    while (!tryLock(fd, file)) {
      const owner = readOwner(file);
      // Waits only for the servers of an owner that is gone, because they exit by themselves.
      if (owner === null || isRunning(owner) || Date.now() >= deadline) throw lockedError(folder, owner);
      await delay(RETRY_MS);
    }
    ftruncateSync(fd, 0);
    writeSync(fd, `${JSON.stringify(thisProcess())}\n`, 0);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  let released = false;
  return {
    dataDir: folder,
    fd,
    release() {
      if (released) return;
      released = true;
      closeSync(fd);
    },
  };
}

function openLockFile(folder: string, file: string): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(file, 'a+', 0o600);
  } catch (cause) {
    throw new EmbeddedError(
      'data_dir_unusable',
      `The data folder ${folder} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

let libcOpened = false;

/** Tries to lock; false if another process holds the lock. Node lacks flock(2), so this calls libc's. */
function tryLock(fd: number, file: string): boolean {
  const { DataType, load, open } = loadForeignFunctions();
  if (!libcOpened) {
    open({
      library: 'libc',
      path: process.platform === 'darwin' ? '/usr/lib/libSystem.B.dylib' : 'libc.so.6',
    });
    libcOpened = true;
  }
  const { value, errnoCode, errnoMessage } = load({
    library: 'libc',
    funcName: 'flock',
    retType: DataType.I32,
    paramsType: [DataType.I32, DataType.I32],
    paramsValue: [fd, LOCK_EX_NB],
    errno: true as const,
  });
  if (value === 0) return true;
  if (HELD_BY_ANOTHER.has(errnoCode)) return false;
  throw new EmbeddedError('data_dir_unusable', `${file} cannot be locked: ${errnoMessage}`);
}

/** The owner named in the lock file, or null if there is none (the owner may be writing it right now). */
function readOwner(file: string): ProcessIdentity | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('started' in owner))
      return null;
    const { pid, started } = owner;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null;
  } catch {
    return null;
  }
}

function lockedError(folder: string, owner: ProcessIdentity | null): EmbeddedError {
  const holder =
    owner === null
      ? 'another process'
      : isRunning(owner)
        ? `process ${owner.pid}`
        : `a server that process ${owner.pid}, now gone, left behind`;
  return new EmbeddedError(
    'data_dir_locked',
    `The data folder ${folder} is in use by ${holder}. Stop it first, or choose another folder with --data-dir.`,
  );
}
