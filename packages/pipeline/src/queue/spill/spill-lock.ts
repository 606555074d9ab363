import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** A folder that another process spills to, or that holds another database's blocks. */
export class SpillError extends Error {
  override readonly name = 'SpillError';
}

/**
 * Takes the folder for this process. The lock is a socket that this process listens on, so the kernel ends it with the
 * process, SIGKILL included. On Linux it has no file: its name is the folder's device and inode (and holds within a
 * container; give each container a folder of its own).
 * @throws SpillError when another process has the folder
 */
export async function lockSpillDir(dir: string): Promise<() => void> {
  const { dev, ino } = statSync(dir);
  const path = process.platform === 'linux' ? `\0tickscope-spill-${dev}-${ino}` : join(dir, 'lock.sock');
  const server = (await listening(path)) ?? (await takenOver(path));
  if (server === null)
    throw new SpillError(
      `the spill folder ${dir} is in use by another ingester: give each one a SPILL_DIR of its own`,
    );
  server.unref();
  return () => server.close();
}

/** `null`: somebody else listens there, or did. */
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

/** A socket with a file outlives its process: where nobody answers, it is removed. */
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
