import { readdirSync, readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

/** A process by Linux's /proc, see proc_pid_stat(5). */
export interface RunningProcess {
  pid: number;
  parent: number;
  command: string;
  /** User and system, with its children that have ended. */
  cpuSeconds: number;
  rssBytes: number;
}

/** Null: it has ended. */
export function processOf(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces: fields are counted behind it.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const numbers = fields.map(Number);
    return {
      pid,
      parent: numbers[0]!,
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
      cpuSeconds: numbers.slice(10, 14).reduce((sum, ticks) => sum + ticks, 0) / CLOCK_TICKS_PER_SECOND,
      rssBytes: numbers[20]! * PAGE_BYTES,
    };
  } catch {
    return null;
  }
}

/** A process and all that it started, directly or not. */
export function processTree(rootPid: number): RunningProcess[] {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : [],
  );
  const tree = all.filter(({ pid }) => pid === rootPid);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}
