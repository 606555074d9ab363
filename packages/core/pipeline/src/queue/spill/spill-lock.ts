import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

export type SpillErrorCode =
  /** Another process has locked the folder. */
  | 'folder_in_use'
  /** The folder holds blocks for another database. */
  | 'other_database';

/**
 * The spill folder cannot be opened. For `folder_in_use` a retry helps once the other process has ended; for
 * `other_database` the operator must choose another folder.
 */
export class SpillError extends Error {
  override readonly name = 'SpillError';
  constructor(
    readonly code: SpillErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Locks the folder for this process. The lock is a socket that this process listens on, so the kernel releases it with
 * the process, even on SIGKILL. On Linux it is an abstract socket without a file, named after the folder's device and
 * inode. It is valid within one container only, so give each container a folder of its own.
 * @throws SpillError if another process holds the lock
 */
export async function lockSpillDir(dir: string): Promise<() => void> {
  const { dev, ino } = statSync(dir);
  const path = process.platform === 'linux' ? `\0tickscope-spill-${dev}-${ino}` : join(dir, 'lock.sock');
  const server = (await listening(path)) ?? (await takenOver(path));
  if (server === null)
    throw new SpillError(
      'folder_in_use',
      `the spill folder ${dir} is in use by another ingester: give each one a SPILL_DIR of its own`,
    );
  server.unref();
  return () => server.close();
}

/** Null if the address is in use. */
async function listening(path: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
}

/** A socket file outlives its process: removes it if nothing answers. */
async function takenOver(path: string): Promise<Server | null> {
  if (path.startsWith('\0')) return null;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return null;
  } catch {
    rmSync(path, { force: true });
    return listening(path);
  } finally {
    socket.destroy();
  }
}
