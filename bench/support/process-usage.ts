import { processOf, processTree } from '@tickscope/testkit/processes';

export interface Usage {
  cpuSeconds: number;
  rssBytes: number;
}

/** NaN: it has ended. */
export function cpuSecondsOf(pid: number): number {
  return processOf(pid)?.cpuSeconds ?? Number.NaN;
}

/**
 * CPU seconds and resident bytes of a process and all that it started: Postgres is a process a connection. Memory that they
 * share is counted once for each.
 */
export function treeUsage(pid: number): Usage {
  const sum = { cpuSeconds: 0, rssBytes: 0 };
  for (const { cpuSeconds, rssBytes } of processTree(pid)) {
    sum.cpuSeconds += cpuSeconds;
    sum.rssBytes += rssBytes;
  }
  return sum;
}

/** Samples memory until stopped, which gives the most and all samples. */
export function watchMemory(
  rssBytes: () => number | undefined,
  everyMs = 250,
): { stop(): { peakMb: number; curveMb: number[] } } {
  const curveMb: number[] = [];
  const timer = setInterval(() => {
    const bytes = rssBytes();
    if (bytes !== undefined) curveMb.push(Math.round(bytes / 1_048_576));
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return { peakMb: Math.max(0, ...curveMb), curveMb };
    },
  };
}
