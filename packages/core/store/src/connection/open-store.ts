import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type AdminConnection, adminConnection } from './admin-connection.js';
import { clusterWriter } from './cluster-writer.js';
import { type HttpReader, httpReader } from './http-reader.js';
import { shardDatabase } from './placement.js';
import { type ReadConnection, readConnection } from './read-connection.js';
import { type WriteConnection, writeConnection } from './write-connection.js';

export interface StoreOptions {
  /** `http://host:port`, without credentials. Several servers: separated by commas, in the order of their shards. */
  url: string;
  user: string;
  password: string;
  database: string;
  /** Deadline of each request. */
  requestTimeoutMs?: number;
  maxConnections?: number;
  /** Threads of the server that a read runs on, unless it says otherwise. Default: the server's setting. */
  threads?: number;
  /** Shown in ClickHouse's own logs. */
  application: string;
}

/**
 * ClickHouse in three parts: a function takes the parts that it needs (docs/adr/0018). How many servers there are is known
 * to this folder only (docs/adr/0032).
 */
export interface Store {
  readonly read: ReadConnection;
  readonly write: WriteConnection;
  readonly administer: AdminConnection;
  close(): Promise<void>;
}

/** For writers that look first at what is stored. */
export type ReadWrite = Pick<Store, 'read' | 'write'>;

/** Opens ClickHouse with the settings that every part of Tickscope relies on. Connects on first use. */
export function openStore(options: StoreOptions): Store {
  const { database } = options;
  const urls = options.url.split(',');
  const isSharded = urls.length > 1;
  const [first, ...others] = urls.map((url) => openServer(options, url, isSharded));
  const servers = [first!, ...others] as const;
  const writers = servers.map(({ client }) => writeConnection(client));
  return {
    read: servers[0].reads[0],
    write: clusterWriter(writers, database),
    administer: adminConnection(servers, database),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

interface Server {
  client: ClickHouseClient;
  /** Connections to the store's database and, on a shard, to that with its rows. */
  reads: readonly [ReadConnection, ...ReadConnection[]];
  close(): Promise<void>;
}

function openServer(options: StoreOptions, url: string, isShard: boolean): Server {
  const maxConnections = options.maxConnections ?? 10;
  const { user, password, database, application, requestTimeoutMs } = options;
  const open = (name: string): HttpReader =>
    httpReader({ url, user, password, database: name, application, maxConnections, requestTimeoutMs });
  const readers = [open(database), ...(isShard ? [open(shardDatabase(database))] : [])];
  const client = createClient({
    url,
    username: user,
    password,
    database,
    application,
    request_timeout: requestTimeoutMs ?? 30_000,
    max_open_connections: maxConnections,
    // The server closes idle connections after 3 s. Close ours earlier: a process that was busy for longer would
    // otherwise write to a dead one.
    keep_alive: { enabled: true, idle_socket_ttl: 2_000, eagerly_destroy_stale_sockets: true },
    compression: { request: false, response: false },
    // Errors are thrown to the caller, who knows which details may be logged.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      // UInt64 values beyond 2^53 stay exact as text. Callers convert the columns that are safe integers.
      output_format_json_quote_64bit_integers: 1,
    },
  });
  const [read, ...local] = readers.map((reader) =>
    readConnection(reader, { isShard, threads: options.threads }),
  );
  return {
    client,
    reads: [read!, ...local],
    async close() {
      for (const reader of readers) reader.close();
      await client.close();
    },
  };
}
