import { join } from 'node:path';
import {
  type ClickHouseOptions,
  clickHouseRun,
  type EmbeddedClickHouse,
  type ServerPorts,
  startClickHouse,
} from '@tickscope/embedded';
import { migrate, openStore } from '@tickscope/store';
import { UsageError } from '../cli-error.js';
import { DEFAULT_DATABASE, embedded, storeOptions } from '../embedded-servers.js';
import { keepMirror } from '../mirror/copies.js';
import { serverOptions, shardCount } from '../servers.js';
import { openStack } from '../stack.js';
import { SupervisedServer } from '../supervise/supervised-server.js';
import { startMirroredServers } from './mirrored-servers.js';
import type { PartsOptions } from './parts.js';
import type { RunningStore } from './running-store.js';
import { portsOf } from './server-ports.js';

/** ClickHouse: the servers that CLICKHOUSE_URL names, or the embedded ones. */
export async function startStore(options: PartsOptions): Promise<RunningStore> {
  if (process.env['CLICKHOUSE_URL']) return await ownServer(options);
  const { dataDir, lock, shards } = options;
  const count = await shardCount(dataDir, shards, { lock });
  return (await keepMirror(dataDir, count, options.mirror))
    ? await startMirroredServers(options, count)
    : await embeddedServers(options, count);
}

async function ownServer({ dataDir, shards, mirror, onClose }: PartsOptions): Promise<RunningStore> {
  if (shards !== null || mirror !== null)
    throw new UsageError(
      '--shards and --mirror start embedded servers; CLICKHOUSE_URL names yours: list them there',
    );
  const stack = await openStack({ dataDir, startIfNone: false });
  onClose(() => stack.close());
  await migrate(stack.store);
  const user = {
    user: process.env['CLICKHOUSE_USER'] || 'default',
    password: process.env['CLICKHOUSE_PASSWORD'] ?? '',
  };
  return {
    url: stack.url,
    database: stack.database,
    writer: user,
    reader: user,
    clickhouse: stack.store,
    run: () => null,
    isFilling: () => false,
  };
}

async function embeddedServers(options: PartsOptions, count: number): Promise<RunningStore> {
  const { dataDir, lock, backupDirs, onClose } = options;
  const ports: ServerPorts[] = [];
  for (let server = 1; server <= count; server += 1) ports.push(await portsOf(server, options));
  const servers: SupervisedServer<EmbeddedClickHouse>[] = [];
  for (const start of await serverOptions(dataDir, count, { lock, backupDirs }, ports)) {
    const server = await startSupervised(start, servers.length + 1, options);
    onClose(() => server.stop());
    servers.push(server);
  }
  const current = (): [EmbeddedClickHouse, ...EmbeddedClickHouse[]] => {
    const [first, ...others] = servers.map((server) => server.current!);
    return [first!, ...others];
  };
  const { owner, reader } = current()[0].users;
  const url = current()
    .map((server) => server.url)
    .join(',');
  const clickhouse = openStore(storeOptions(url, owner, DEFAULT_DATABASE));
  onClose(() => clickhouse.close());
  await migrate(clickhouse);
  return {
    url,
    database: DEFAULT_DATABASE,
    writer: owner,
    reader,
    clickhouse,
    run: () => clickHouseRun(...current()),
    isFilling: () => false,
  };
}

function startSupervised(
  start: ClickHouseOptions,
  number: number,
  { onRestart, fail, say }: PartsOptions,
): Promise<SupervisedServer<EmbeddedClickHouse>> {
  return embedded(() =>
    SupervisedServer.start({
      title: number === 1 ? 'ClickHouse' : `ClickHouse ${number}`,
      logFile: join(start.dataDir, 'logs', 'clickhouse.err.log'),
      start: () => startClickHouse(start),
      onRestart,
      onGivenUp: fail,
      say,
    }),
  );
}
