import type { ApiProcess } from '@tickscope/api/testing/api-process';

const EVERY_MS = 1_000;
const MIB = 1_048_576;

/** The needs of a process while it was attacked, looked at every second. */
export interface Needs {
  rssMiB: number[];
  /** The longest delay of its event loop since the last look. */
  lagMs: number[];
}

/** Watches the memory and the event loop of a process by what it reports itself. */
export function watchNeeds(api: ApiProcess): { stop(): Promise<Needs> } {
  const needs: Needs = { rssMiB: [], lagMs: [] };
  let isStopped = false;
  const looking = (async () => {
    while (!isStopped) {
      const text = await (await fetch(`${api.metricsUrl}/metrics`)).text();
      const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
      needs.rssMiB.push(value('process_resident_memory_bytes') / MIB);
      needs.lagMs.push(value('nodejs_eventloop_lag_max_seconds') * 1_000);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await looking;
      return needs;
    },
  };
}
