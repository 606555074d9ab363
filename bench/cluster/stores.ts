import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@tickscope/store';
import { startTestCluster } from '@tickscope/testkit/store/test-cluster';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { cpuSecondsOf } from '../support/process-usage.js';
import { readCounters } from '../support/server-events.js';
import { benchStore, clickHouseEnv } from '../support/stack.js';

/** Work of the servers of a store since they started, one entry each. */
export interface Work {
  cpuMs: number;
  rows: number;
  bytes: number;
}

/** An empty store of one server or of several, with the same memory in all. */
export interface MeasuredStore {
  name: string;
  store: Store;
  /** One of each server alone. */
  shards: readonly TestConnection[];
  environment: Record<string, string>;
  work(): Promise<Work[]>;
  close(): Promise<void>;
}

export async function oneServer(): Promise<MeasuredStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-bench-cluster-'));
  const { server, client, close } = await benchStore(dataDir);
  return {
    ...{ name: 'one server', store: client, shards: [client] },
    environment: clickHouseEnv(server, 'reader'),
    work: async () => [await workOf(server.pid, client)],
    async close() {
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function severalShards(count: number): Promise<MeasuredStore> {
  const { dataDir, store, servers, shards, stop } = await startTestCluster(count);
  return {
    ...{ name: `${count} shards`, store, shards },
    environment: clickHouseEnv(servers, 'reader'),
    work: () => Promise.all(servers.map(({ pid }, at) => workOf(pid, shards[at]!))),
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function workOf(pid: number, client: TestConnection): Promise<Work> {
  const done = await readCounters(client, ['SelectedRows', 'SelectedBytes'] as const);
  return { cpuMs: cpuSecondsOf(pid) * 1_000, rows: done.SelectedRows, bytes: done.SelectedBytes };
}

export function difference(before: readonly Work[], after: readonly Work[]): Work[] {
  return after.map(({ cpuMs, rows, bytes }, at) => ({
    cpuMs: cpuMs - before[at]!.cpuMs,
    rows: rows - before[at]!.rows,
    bytes: bytes - before[at]!.bytes,
  }));
}
