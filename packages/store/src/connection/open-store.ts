import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type AdminConnection, adminConnection } from './admin-connection.js';
import { httpReader } from './http-reader.js';
import { type ReadConnection, readConnection } from './read-connection.js';
import { type WriteConnection, writeConnection } from './write-connection.js';

export interface StoreOptions {
  /** `http://host:port`, without credentials. */
  url: string;
  user: string;
  password: string;
  database: string;
  /** Deadline of each request. */
  requestTimeoutMs?: number;
  maxConnections?: number;
  /** Shown in ClickHouse's own logs. */
  application: string;
}

/** ClickHouse in three parts: a function takes the parts that it needs (docs/adr/0018). */
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
  const maxConnections = options.maxConnections ?? 10;
  const { url, user, password, database, application, requestTimeoutMs } = options;
  const reader = httpReader({ url, user, password, database, application, maxConnections, requestTimeoutMs });
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
  return {
    read: readConnection(reader),
    write: writeConnection(client),
    administer: adminConnection(client, database),
    async close() {
      reader.close();
      await client.close();
    },
  };
}
