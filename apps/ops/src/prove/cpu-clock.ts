import { readFile } from 'node:fs/promises';

/** Unit of the times in /proc, on every Linux. */
const TICKS_PER_SECOND = 100;

/** Reads the CPU seconds of this process and of another one from now on; null where they cannot be read. */
export async function startCpuClock(otherPid: number) {
  const own = process.cpuUsage();
  const other = await cpuSecondsOf(otherPid);
  return async (): Promise<{ own: number; other: number | null }> => {
    const { user, system } = process.cpuUsage(own);
    const now = await cpuSecondsOf(otherPid);
    return { own: (user + system) / 1e6, other: now === null || other === null ? null : now - other };
  };
}

async function cpuSecondsOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name, in brackets, may hold spaces. After it come the state (field 3), …, user and system time (14 and 15).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks / TICKS_PER_SECOND : null;
}
