import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(1_048_576);
const FILLER = 'filler';

/** A folder with a disk of its own, in memory. Needs the right to mount (`canMount`). */
export class Disk {
  readonly path: string;
  readonly #unmount = (): void => void execFileSync('umount', ['-l', this.path]);

  constructor(path: string, bytes: number) {
    mkdirSync(path, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', path]);
    this.path = path;
    // Also when this program is interrupted.
    process.once('exit', this.#unmount);
  }

  /** @param leftBytes that stay free, or a little less */
  fill(leftBytes: number): void {
    const fd = openSync(join(this.path, FILLER), 'w');
    try {
      while (this.#freeBytes() > leftBytes) writeSync(fd, CHUNK);
    } catch (error) {
      // Others write into it, too.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(fd);
    }
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  empty(): void {
    rmSync(join(this.path, FILLER), { force: true });
  }

  /** Lasting until `makeWritable`: every file that is opened from now on can only be read. */
  makeReadOnly(): void {
    // Made elsewhere first: a mount on which a file is open for writing does not become read-only.
    const other = mkdtempSync(join(tmpdir(), 'tickscope-read-only-'));
    execFileSync('mount', ['--bind', this.path, other]);
    execFileSync('mount', ['-o', 'remount,bind,ro', other]);
    execFileSync('mount', ['--bind', other, this.path]);
    execFileSync('umount', [other]);
    rmdirSync(other);
  }

  makeWritable(): void {
    this.#unmount();
  }

  remove(): void {
    process.off('exit', this.#unmount);
    this.#unmount();
  }
}

export function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'tickscope-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100000', 'tmpfs', dir], { stdio: 'ignore' });
    execFileSync('umount', [dir], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
