import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(65_536);
const FILLER = 'filler';

/** A folder with a disk of its own, in memory. Needs the right to mount (`canMount`). */
export class Disk {
  readonly path: string;

  constructor(path: string, bytes: number) {
    mkdirSync(path, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', path]);
    this.path = path;
  }

  /** To the last byte. */
  fill(): void {
    const fd = openSync(join(this.path, FILLER), 'w');
    try {
      for (;;) writeSync(fd, CHUNK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(fd);
    }
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
    execFileSync('umount', ['-l', this.path]);
  }

  remove(): void {
    execFileSync('umount', ['-l', this.path]);
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
