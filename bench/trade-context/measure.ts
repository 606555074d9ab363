import { load } from '../support/measure.js';
import { cpuSecondsOf } from '../support/process-usage.js';

/** Cost so far of one build, or of the bare read. */
export interface Cost {
  /** Milliseconds of each request. */
  times: number[];
  /** CPU-ms a request, of each round. */
  clickHouse: number[];
  node: number[];
}

export const noCost = (): Cost => ({ times: [], clickHouse: [], node: [] });

/** Runs every item once, `clients` at a time, and adds what that cost. */
export async function addRound<T>(
  cost: Cost,
  items: readonly T[],
  clients: number,
  one: (item: T) => Promise<unknown>,
  pids: { clickHouse: number; node: number | null },
): Promise<void> {
  const cpuMs = (pid: number | null) => (pid === null ? 0 : 1_000 * cpuSecondsOf(pid));
  const before = [cpuMs(pids.clickHouse), cpuMs(pids.node)] as const;
  cost.times.push(...(await load(items, clients, one)));
  cost.clickHouse.push((cpuMs(pids.clickHouse) - before[0]) / items.length);
  cost.node.push((cpuMs(pids.node) - before[1]) / items.length);
}
