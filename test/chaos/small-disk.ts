import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export const DISK_KINDS = ['tmpfs', 'file size limit', 'none'] as const;

/**
 * How the spill's disk gets full. `tmpfs`: a disk of its own, filled to the last byte (the process must be allowed to
 * mount). `file size limit`: the kernel lets the ingester write to no file any more (EFBIG instead of ENOSPC).
 * `none`: neither is possible here, and it does not get full.
 */
export type DiskKind = (typeof DISK_KINDS)[number];

export interface SmallDisk {
  kind: DiskKind;
  /** From now on the process can write nothing into the folder. */
  fill(pid: number): void;
  empty(pid: number): void;
  remove(): void;
}

const DISK_BYTES = 6_000_000;
const CHUNK = Buffer.alloc(65_536);

/** The folder that the ingester spills to, made. `wanted` `null`: the first kind that is possible. */
export function smallDisk(path: string, wanted: DiskKind | null): SmallDisk {
  mkdirSync(path);
  const kinds: readonly DiskKind[] = wanted === null ? ['tmpfs', 'file size limit'] : [wanted];
  if (kinds.includes('tmpfs') && mount(path)) return tmpfs(path);
  if (kinds.includes('file size limit') && succeeds('prlimit', ['--version'])) return sizeLimit();
  return { kind: 'none', fill() {}, empty() {}, remove() {} };
}

function tmpfs(path: string): SmallDisk {
  const filler = join(path, 'filler');
  const remove = (): void => {
    process.off('exit', remove);
    succeeds('umount', ['-l', path]);
  };
  // Also when this program is interrupted.
  process.once('exit', remove);
  return { kind: 'tmpfs', fill: () => fillUp(filler), empty: () => rmSync(filler, { force: true }), remove };
}

function sizeLimit(): SmallDisk {
  const set = (pid: number, limit: string): unknown =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}:`], { stdio: 'ignore' });
  return {
    kind: 'file size limit',
    fill: (pid) => set(pid, '0'),
    empty: (pid) => set(pid, 'unlimited'),
    remove() {},
  };
}

function mount(path: string): boolean {
  return succeeds('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', path]);
}

function fillUp(file: string): void {
  const fd = openSync(file, 'w');
  try {
    for (let written = 0; written <= 2 * DISK_BYTES; ) written += writeSync(fd, CHUNK);
    throw new Error(`${file} does not fill its disk`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(fd);
  }
}

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
