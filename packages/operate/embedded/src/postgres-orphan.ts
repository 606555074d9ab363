import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedError } from './errors.js';

const LOOK_MS = 50;

/**
 * Ends processes that a SIGKILL left in this cluster: backends, or the server itself if starter and supervisor died
 * together. Then removes a stale postmaster.pid, whose process number may meanwhile belong to another process (in a new
 * container it usually does). Call it while holding the data folder's lock. Linux only; elsewhere Postgres's own check
 * must suffice.
 * @throws EmbeddedError `start_failed` if a process does not exit
 */
export async function endOrphans(clusterDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const pidFile = join(clusterDir, 'postmaster.pid');
  const steps: readonly [NodeJS.Signals | null, number][] = [
    [null, 1_000],
    ['SIGINT', 5_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ];
  for (const [signal, waitMs] of steps) {
    const left = processesIn(clusterDir);
    // A backend interprets SIGINT as "cancel the query", so only the server itself gets it.
    const asked = signal === 'SIGINT' ? left.filter((pid) => pid === namedIn(pidFile)) : left;
    if (signal !== null) for (const pid of asked) kill(pid, signal);
    if (await noneWithin(clusterDir, waitMs)) {
      rmSync(pidFile, { force: true });
      return;
    }
  }
  throw new EmbeddedError(
    'start_failed',
    `Processes of an earlier PostgreSQL in ${clusterDir} do not end: ${processesIn(clusterDir).join(', ')}`,
  );
}

/** All processes of a Postgres server have the cluster's folder as working directory. */
function processesIn(clusterDir: string): number[] {
  let folder: string;
  try {
    folder = realpathSync(clusterDir);
  } catch {
    return [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === folder &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The server's process number: the first line of postmaster.pid. */
function namedIn(pidFile: string): number | null {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  } catch {
    return null;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited meanwhile.
  }
}

async function noneWithin(clusterDir: string, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    if (processesIn(clusterDir).length === 0) return true;
    if (performance.now() >= deadline) return false;
    await delay(LOOK_MS);
  }
}
