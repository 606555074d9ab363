import type { ClickHouseClient } from '@clickhouse/client';
import { type Query, runQuery } from '../query/index.js';
import { fillTemplate, oneServer, replicatedServer } from './ddl-template.js';
import { CLUSTER, mustCreateDatabase, placedStatements } from './placed-statements.js';
import { shardDatabase } from './placement.js';
import type { ReadConnection } from './read-connection.js';

export interface StatementOptions {
  timeoutMs: number;
  /** The statement creates the store's database, so it must not run in it. */
  withoutDatabase?: boolean;
}

export interface CheckOptions {
  table: string;
  /** Name of an active part. */
  part: string;
  signal: AbortSignal;
}

/** A database of a server with tables of the store: a single server has one, each of several has two. */
export interface StorePlace {
  /** The server's number, from 0 in the order of the shards. */
  server: number;
  database: string;
  /** Whether its tables hold the rows of one shard only. */
  isShard: boolean;
  read: ReadConnection;
  /** Runs a statement here and nowhere else. Its template values are those of one server with this database. */
  execute(statement: string, options: StatementOptions): Promise<void>;
  /** Reads a part and compares it with its checksums (`CHECK TABLE`). Returns what is wrong with it, or null. */
  checkPart(options: CheckOptions): Promise<string | null>;
}

/** Creates and changes tables, and looks after the servers. Errors are those of the client library. */
export interface AdminConnection {
  /**
   * Runs a statement of DDL on the servers that it concerns; its `{{database}}` and `{{engine: …}}` are filled in
   * (`ddl-template.ts`).
   *
   * @throws OneServerOnlyError on a store of several servers, for a statement that can only run on one
   */
  execute(statement: string, options: StatementOptions): Promise<void>;
  /** Asks every server about itself: a query of its system tables in the current database. */
  ask<Params, Row>(query: Query<Params, Row>, params: Params, timeoutMs: number): Promise<Row[]>;
  /** All places with tables of their own, for what is done to each as it is. The first is that of the reads. */
  readonly places: readonly [StorePlace, ...StorePlace[]];
  /** Whether the servers answer this user, with or without the database. Returns the error if not. */
  ping(timeoutMs: number): Promise<Error | null>;
  /** @throws Error if the servers are configured as another cluster than this store takes them for */
  checkCluster(timeoutMs: number): Promise<void>;
}

const ENGINE_TIMEOUT_MS = 30_000;

export interface AdministeredServer {
  client: ClickHouseClient;
  /** One for each of the databases that the store has on it. */
  reads: readonly ReadConnection[];
}

export function adminConnection(
  servers: readonly [AdministeredServer, ...AdministeredServer[]],
  database: string,
): AdminConnection {
  const isOne = servers.length === 1;
  const run = async (server: number, statement: string, timeoutMs: number, where: string): Promise<void> => {
    await servers[server]!.client.command({
      query: statement,
      abort_signal: AbortSignal.timeout(timeoutMs),
      ...(where === database ? {} : { http_headers: { 'X-ClickHouse-Database': where } }),
    });
  };
  /** The statement with the engines of this database: of replicas, if it is shared by some. */
  const fill = async (statement: string, server: number, name: string): Promise<string> =>
    fillTemplate(
      statement,
      statement.includes('{{engine') && (await isReplicated(servers[server]!.client, name))
        ? replicatedServer(name)
        : oneServer(name),
    );
  const places = servers.flatMap(({ client, reads }, server) =>
    reads.map((read, at): StorePlace => {
      const name = at === 0 ? database : shardDatabase(database);
      return {
        ...{ server, database: name, isShard: at > 0, read },
        async execute(statement, { timeoutMs, withoutDatabase = false }) {
          const filled = await fill(statement, server, name);
          await run(server, filled, timeoutMs, withoutDatabase ? 'default' : name);
        },
        checkPart: (options) => checkPart(client, name, options),
      };
    }),
  );
  return {
    places: places as [StorePlace, ...StorePlace[]],

    async execute(statement, { timeoutMs, withoutDatabase = false }) {
      const filled = await fill(statement, 0, database);
      if (withoutDatabase && !isOne) mustCreateDatabase(filled);
      if (withoutDatabase)
        for (const server of servers.keys()) {
          await run(server, filled, timeoutMs, 'default');
          if (isOne) return;
          const local = fillTemplate(statement, oneServer(shardDatabase(database)));
          await run(server, local, timeoutMs, 'default');
        }
      else if (isOne) await run(0, filled, timeoutMs, database);
      else
        for (const placed of placedStatements(filled, database, servers.length))
          await run(placed.server, placed.statement, timeoutMs, placed.database);
    },

    async ask(query, params, timeoutMs) {
      return (
        await Promise.all(places.map(({ read }) => runQuery(read, query, params, { timeoutMs })))
      ).flat();
    },

    async ping(timeoutMs) {
      for (const { client } of servers) {
        const answer = await client.ping({ select: true, abort_signal: AbortSignal.timeout(timeoutMs) });
        if (!answer.success) return answer.error;
      }
      return null;
    },

    async checkCluster(timeoutMs) {
      for (const [index, { client }] of servers.entries()) {
        const result = await client.query({
          query: `SELECT shard_num, max(is_local) FROM system.clusters WHERE cluster = '${CLUSTER}' GROUP BY shard_num ORDER BY shard_num`,
          format: 'JSONCompactEachRow',
          abort_signal: AbortSignal.timeout(timeoutMs),
          http_headers: { 'X-ClickHouse-Database': 'default' },
        });
        const shards = await result.json<[shard: number, isLocal: number]>();
        if (isOne && shards.length <= 1) return;
        const own = shards.find(([, isLocal]) => Number(isLocal) === 1)?.[0];
        if (shards.length !== servers.length || Number(own) !== index + 1)
          throw new Error(
            `server ${index + 1} of ${servers.length} is configured as shard ${own ?? '?'} of ${shards.length} ` +
              `in its cluster "${CLUSTER}": CLICKHOUSE_URL must list all servers in the order of their shards`,
          );
      }
    },
  };
}

async function isReplicated(client: ClickHouseClient, database: string): Promise<boolean> {
  const result = await client.query({
    query: 'SELECT engine FROM system.databases WHERE name = {name:String}',
    query_params: { name: database },
    format: 'JSONCompactEachRow',
    abort_signal: AbortSignal.timeout(ENGINE_TIMEOUT_MS),
    http_headers: { 'X-ClickHouse-Database': 'default' },
  });
  const [row] = await result.json<[engine: string]>();
  return row?.[0] === 'Replicated';
}

async function checkPart(
  client: ClickHouseClient,
  database: string,
  { table, part, signal }: CheckOptions,
): Promise<string | null> {
  const result = await client.query({
    // The statement takes no parameter for the part.
    query: `CHECK TABLE {table:Identifier} PART '${part.replaceAll(/['\\]/g, '\\$&')}'`,
    format: 'JSONCompactEachRow',
    query_params: { table },
    abort_signal: signal,
    http_headers: { 'X-ClickHouse-Database': database },
    clickhouse_settings: {
      check_query_single_value_result: 0,
      // The client treats a connection without data as dead.
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: '5000',
    },
  });
  const rows = await result.json<[part: string, isPassed: number, message: string]>();
  return rows.find(([, isPassed]) => Number(isPassed) !== 1)?.[2] ?? null;
}
