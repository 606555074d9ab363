import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process, distinguishing it from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its start time in a platform-specific format; only compare for equality. */
  readonly started: string;
}

/**
 * Returns when the process with this number started, or null if there is none. On Linux: the boot id and the start in
 * clock ticks since boot (field 22 of /proc/PID/stat, proc_pid_stat(5)); elsewhere the output of `ps`.
 */
export function processStarted(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces and parentheses, so count fields from the last one.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [state, ticks] = [fields[0], fields[19]];
      // A zombie has exited; only its parent has not collected it yet.
      if (ticks === undefined || state === 'Z' || state === 'X') return null;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
    } catch {
      return null;
    }
  }
  const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: 5_000,
  });
  const started = status === 0 ? stdout.trim() : '';
  return started === '' ? null : started;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, started: processStarted(process.pid) ?? 'unknown' };
}

/** Whether the identified process is still running. */
export function isRunning(identity: ProcessIdentity): boolean {
  return processStarted(identity.pid) === identity.started;
}
