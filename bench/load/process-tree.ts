import { readdirSync, readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

interface Stat {
  parent: number;
  /** Of its own and of its children that have ended. */
  cpuTicks: number;
  rssPages: number;
}

export interface Usage {
  cpuSeconds: number;
  rssBytes: number;
}

/**
 * CPU seconds and resident bytes of a process and all that it started, from Linux's /proc: Postgres is a process a
 * connection. Memory that they share is counted once for each.
 */
export function treeUsage(pid: number): Usage {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name): [number, Stat][] => {
        const stat = statOf(name);
        return stat === null ? [] : [[Number(name), stat]];
      }),
  );
  const isWithin = (child: number): boolean => {
    const stat = stats.get(child);
    return child === pid || (stat !== undefined && stat.parent > 1 && isWithin(stat.parent));
  };
  const own = [...stats].filter(([child]) => isWithin(child)).map(([, stat]) => stat);
  return {
    cpuSeconds: own.reduce((sum, { cpuTicks }) => sum + cpuTicks, 0) / CLOCK_TICKS_PER_SECOND,
    rssBytes: own.reduce((sum, { rssPages }) => sum + rssPages, 0) * PAGE_BYTES,
  };
}

/** Null: it has ended. */
function statOf(name: string): Stat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${name}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name, in parentheses, may hold spaces: fields are counted behind it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15) as [
    number,
    number,
    number,
    number,
  ];
  return {
    parent: fields[1]!,
    cpuTicks: user + system + childrenUser + childrenSystem,
    rssPages: fields[21]!,
  };
}

/** Samples memory until stopped, which gives the most. */
export function watchMost(usage: () => Usage, everyMs = 2_000): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, usage().rssBytes);
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}
