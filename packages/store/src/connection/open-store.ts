import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type AdminConnection, adminConnection } from './admin-connection.js';
import { clusterWriter } from './cluster-writer.js';
import { copyUrls } from './copy-urls.js';
import { copyFailure } from './copy-watch.js';
import { type CopyChange, failOverReader } from './fail-over-reader.js';
import { type HttpReader, httpReader } from './http-reader.js';
import { mirroredAdmin } from './mirrored-admin.js';
import { mirroredWriter } from './mirrored-writer.js';
import { shardDatabase } from './placement.js';
import { type ReadConnection, readConnection } from './read-connection.js';
import { type WriteConnection, writeConnection } from './write-connection.js';

export interface StoreOptions {
  /**
   * `http://host:port`, without credentials. Several servers: separated by commas, in the order of their shards. The two
   * copies of a mirrored store: separated by `|`.
   */
  url: string;
  user: string;
  password: string;
  database: string;
  /** Deadline of each request. */
  requestTimeoutMs?: number;
  maxConnections?: number;
  /** Shown in ClickHouse's own logs. */
  application: string;
  /**
   * For programs that only read: while a server of the first copy of a mirrored store does not answer, the second copy is
   * read. Called when a copy is found to be away, and when it answers again. Absent: only the first copy is read, as a
   * writer must, which could otherwise take for stored what only the second has.
   */
  failOver?: (change: CopyChange) => void;
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
  const [firstUrls, secondUrls] = copyUrls(options.url);
  const first = openCopy(options, firstUrls);
  if (secondUrls === undefined) return first;
  const second = openCopy(options, secondUrls);
  const reader =
    options.failOver === undefined ? null : failOverReader([first.reads, second.reads], options.failOver);
  return {
    read: reader?.read ?? first.read,
    write: mirroredWriter(first.write, second.write, {
      clock: () => serverSeconds(first.read),
      check: async () => (await copyFailure(first.reads)) ?? (await copyFailure(second.reads)),
    }),
    administer: mirroredAdmin(first.administer, second.administer),
    async close() {
      reader?.close();
      await Promise.all([first.close(), second.close()]);
    },
  };
}

/** A store that is not mirrored, or one copy of one that is. */
interface Copy extends Store {
  /** Of its servers. */
  reads: readonly ReadConnection[];
}

function openCopy(options: StoreOptions, urls: readonly string[]): Copy {
  const { database } = options;
  const isSharded = urls.length > 1;
  const [first, ...others] = urls.map((url) => openServer(options, url, isSharded));
  const servers = [first!, ...others] as const;
  const writers = servers.map(({ client }) => writeConnection(client));
  return {
    read: servers[0].reads[0],
    reads: servers.map(({ reads }) => reads[0]),
    write: clusterWriter(writers, database),
    administer: adminConnection(servers, database),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

interface Server {
  client: ClickHouseClient;
  /** Of the store's database and, on a shard, of that with its rows. */
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
  const [read, ...local] = readers.map((reader) => readConnection(reader, { isShard }));
  return {
    client,
    reads: [read!, ...local],
    async close() {
      for (const reader of readers) reader.close();
      await client.close();
    },
  };
}

const CLOCK_TIMEOUT_MS = 30_000;

async function serverSeconds(read: ReadConnection): Promise<number> {
  const [row] = await read.queryRows<[number]>('SELECT toUnixTimestamp(now())', {
    timeoutMs: CLOCK_TIMEOUT_MS,
  });
  if (row === undefined) throw new Error('ClickHouse did not return its time');
  return Number(row[0]);
}
