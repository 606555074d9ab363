import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { canMount, Disk } from '../faults/disks.js';

/**
 * How the spill's disk gets full. `tmpfs`: a disk of its own, filled to the last byte (the process must be allowed to
 * mount). `file size limit`: the kernel lets the ingester write to no file any more (EFBIG instead of ENOSPC).
 * `none`: neither is possible here, and it does not get full.
 */
export type DiskKind = 'tmpfs' | 'file size limit' | 'none';

export interface SmallDisk {
  kind: DiskKind;
  /** From now on the process can write nothing into the folder. */
  fill(pid: number): void;
  empty(pid: number): void;
  remove(): void;
}

const DISK_BYTES = 6_000_000;

/** The folder that the ingester spills to, made: of the first kind that is possible. */
export function smallDisk(path: string): SmallDisk {
  if (canMount()) {
    const disk = new Disk(path, DISK_BYTES);
    return {
      kind: 'tmpfs',
      fill: () => disk.fill(0),
      empty: () => disk.empty(),
      remove: () => disk.remove(),
    };
  }
  mkdirSync(path);
  if (!hasPrlimit()) return { kind: 'none', fill() {}, empty() {}, remove() {} };
  const limit = (pid: number, bytes: string): unknown =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { stdio: 'ignore' });
  return {
    kind: 'file size limit',
    fill: (pid) => limit(pid, '0'),
    empty: (pid) => limit(pid, 'unlimited'),
    remove() {},
  };
}

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
