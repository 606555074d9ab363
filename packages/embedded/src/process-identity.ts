import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the platform's own words; only equality has a meaning. */
  readonly started: string;
}

/**
 * When the process with this number started, or null when there is none. On Linux the boot's id and the start
 * in clock ticks since boot (field 22 of /proc/PID/stat, proc_pid_stat(5)); elsewhere what `ps` says.
 */
export function processStarted(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name, in brackets, may hold spaces and brackets itself: count from the last one.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [state, ticks] = [fields[0], fields[19]];
      // A zombie has ended: it only waits for its parent to ask.
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

/** Whether the very process that was named still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return processStarted(identity.pid) === identity.started;
}
