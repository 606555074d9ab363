import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { readCounters } from './server-events.js';

/** Runs every item once, `clients` at a time; milliseconds of each. */
export async function load<T>(
  items: readonly T[],
  clients: number,
  one: (item: T) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const queue = [...items];
  const client = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const started = performance.now();
      await one(item);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

/** Work of a server, by its own counters. */
export interface Work {
  queries: number;
  rows: number;
  bytes: number;
  /** CPU time of all the server's threads. */
  cpuMs: number;
}

/** The work of the server while something runs: nothing else may run. */
export async function workOf(client: TestConnection, run: () => Promise<unknown>): Promise<Work> {
  const idle = minus(await counters(client), await counters(client));
  const before = await counters(client);
  await run();
  const all = minus(before, await counters(client));
  return minus(idle, all);
}

async function counters(client: TestConnection): Promise<Work> {
  const {
    SelectQuery: queries,
    SelectedRows: rows,
    SelectedBytes: bytes,
    ...cpu
  } = await readCounters(client, [
    ...(['SelectQuery', 'SelectedRows', 'SelectedBytes', 'OSCPUVirtualTimeMicroseconds'] as const),
  ]);
  return { queries, rows, bytes, cpuMs: cpu.OSCPUVirtualTimeMicroseconds / 1_000 };
}

function minus(before: Work, after: Work): Work {
  return {
    queries: after.queries - before.queries,
    rows: after.rows - before.rows,
    bytes: after.bytes - before.bytes,
    cpuMs: after.cpuMs - before.cpuMs,
  };
}

/** A read whose rows are thrown away at the server. */
export async function bareRead(client: TestConnection, query: string): Promise<void> {
  const { stream } = await client.exec({ query: `${query} FORMAT Null` });
  stream.resume();
  await new Promise((resolve) => stream.once('end', resolve));
}
