import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  choosePort,
  type EmbeddedClickHouse,
  type ServerPorts,
  shardOptions,
  startClickHouse,
} from '@tickscope/embedded';
import { migrate, openStore, type Store } from '@tickscope/store';
import { openTestConnection, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { processUsage } from '../support/process-usage.js';
import { clickHouseEnv, DATABASE } from '../support/stack.js';

/** What the servers of a store have done since they started, one entry each. */
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

export async function measuredStore(serverCount: number): Promise<MeasuredStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-bench-cluster-'));
  const ports: ServerPorts[] = [];
  for (let server = 0; server < serverCount; server += 1)
    ports.push({ httpPort: await choosePort('HTTP'), tcpPort: await choosePort('TCP') });
  const starts = serverCount === 1 ? [{ dataDir, ...ports[0] }] : shardOptions(dataDir, ports);
  const servers: EmbeddedClickHouse[] = [];
  for (const options of starts) servers.push(await startClickHouse(options));
  const options = {
    ...servers[0]!.users.owner,
    database: DATABASE,
    application: 'bench',
    requestTimeoutMs: 600_000,
  };
  const url = servers.map((server) => server.url).join(',');
  const shards = servers.map((server) => openTestConnection({ ...options, url: server.url }));
  const store = openStore({ ...options, url });
  await migrate(store);
  return {
    name: serverCount === 1 ? 'one server' : `${serverCount} shards`,
    ...{ store, shards },
    environment: clickHouseEnv(servers, 'reader'),
    work: () => Promise.all(servers.map(({ pid }, at) => workOf(pid, shards[at]!))),
    async close() {
      for (const each of [store, ...shards]) await each.close();
      for (const server of servers) await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function workOf(pid: number, { read }: TestConnection): Promise<Work> {
  const events = await read.queryRows<[string, string]>(
    "SELECT event, value FROM system.events WHERE event IN ('SelectedRows', 'SelectedBytes')",
    { timeoutMs: 30_000 },
  );
  const of = (name: string): number => Number(events.find(([event]) => event === name)?.[1] ?? 0);
  return {
    cpuMs: processUsage(pid).cpuSeconds * 1_000,
    rows: of('SelectedRows'),
    bytes: of('SelectedBytes'),
  };
}

export function difference(before: readonly Work[], after: readonly Work[]): Work[] {
  return after.map(({ cpuMs, rows, bytes }, at) => ({
    cpuMs: cpuMs - before[at]!.cpuMs,
    rows: rows - before[at]!.rows,
    bytes: bytes - before[at]!.bytes,
  }));
}
