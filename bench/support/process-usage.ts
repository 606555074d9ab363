import { readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

/** CPU seconds (user and system) and resident bytes of a process, from Linux's /proc. */
export function processUsage(pid: number): { cpuSeconds: number; rssBytes: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold spaces: fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpuTicks = Number(fields[11]) + Number(fields[12]);
  return { cpuSeconds: cpuTicks / CLOCK_TICKS_PER_SECOND, rssBytes: Number(fields[21]) * PAGE_BYTES };
}

/** Samples a process's memory until stopped. */
export function watchMemory(pid: number, everyMs = 250): { stop(): { peakMb: number; curveMb: number[] } } {
  const curve: number[] = [];
  const timer = setInterval(() => {
    try {
      curve.push(Math.round(processUsage(pid).rssBytes / 1_048_576));
    } catch {
      clearInterval(timer);
    }
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return { peakMb: Math.max(0, ...curve), curveMb: curve };
    },
  };
}
