import { createHash } from 'node:crypto';
import { LOOPBACK } from './ports.js';
import { type ConfigTree, renderXml } from './xml.js';

export const CLICKHOUSE_USERS = ['owner', 'reader', 'analyst'] as const;
export type ClickHouseUser = (typeof CLICKHOUSE_USERS)[number];

/** The configuration name of the HTTP server that authenticates the user `default`. */
export const ADMISSION = 'admission';

const DATABASE = 'tickscope';
const MIB = 1024 * 1024;

/**
 * Engines that keep their data here. The others read files or other hosts, or need features missing from this build.
 */
const TABLE_ENGINES = [
  ...['', 'Replacing', 'Summing', 'Aggregating', 'Collapsing', 'VersionedCollapsing'].map(
    (kind) => `${kind}MergeTree`,
  ),
  ...['View', 'MaterializedView', 'Memory', 'Null', 'Join', 'Set', 'Buffer', 'Merge', 'Dictionary'],
];

export const OWNER_GRANTS = [
  `GRANT ALL ON ${DATABASE}.*`,
  ...TABLE_ENGINES.map((engine) => `GRANT TABLE ENGINE ON ${engine}`),
  'GRANT SELECT ON system.*',
  'GRANT CREATE TEMPORARY TABLE, CREATE FUNCTION, DROP FUNCTION, SYSTEM DROP CACHE, SYSTEM FLUSH LOGS ON *.*',
];

/**
 * System tables about the server's state, but not about users' queries. Tables and columns list only what a user may
 * see.
 */
const READER_SYSTEM_TABLES = [
  ...['asynchronous_metrics', 'columns', 'databases', 'disks', 'errors', 'events', 'merges', 'metrics'],
  ...['mutations', 'parts', 'server_settings', 'settings', 'tables'],
];

export const READER_GRANTS = [
  `GRANT SHOW, SELECT, dictGet ON ${DATABASE}.*`,
  ...READER_SYSTEM_TABLES.map((table) => `GRANT SELECT ON system.${table}`),
];

/** The rows of a shard (`packages/core/store`, docs/adr/0032). */
const SHARD_DATABASE = `${DATABASE}_local`;
/** Further grants of the users of a cluster of several servers: the engine reads no other hosts than its shards. */
export const CLUSTER_GRANTS: Record<ClickHouseUser, readonly string[]> = {
  owner: [`GRANT ALL ON ${SHARD_DATABASE}.*`, 'GRANT TABLE ENGINE ON Distributed'],
  reader: [`GRANT SHOW, SELECT ON ${SHARD_DATABASE}.*`],
  analyst: [`GRANT SHOW, SELECT ON ${SHARD_DATABASE}.*`],
};

/** Settings of every user of a cluster, so that a query means the same on one server and on several. */
export const CLUSTER_SETTINGS = {
  // A subquery is answered once, for the whole cluster, and its rows are sent to the shards. The first of these holds for
  // tables of all shards, the second for those of this server and for views with parameters.
  distributed_product_mode: 'global',
  prefer_global_in_and_join: 1,
  // A query that names a sharding key is sent to its shard only.
  optimize_skip_unused_shards: 1,
  // An insert is acknowledged when its rows are on their shards.
  distributed_foreground_insert: 1,
  // The other shards keep connections, for which a stopping server would wait in vain.
  idle_connection_timeout: 2,
} as const;

export const ANALYST_GRANTS = [`GRANT SHOW, SELECT, dictGet ON ${DATABASE}.*`];

/**
 * Settings that a read-only user may change freely: they affect only the result format or the execution, and access no
 * file and no host. All others are refused: a Template format, for example, could print any file of the machine.
 */
const FREE_SETTINGS = [
  ...['output_format_json_quote_64bit_integers', 'output_format_json_quote_64bit_floats'],
  ...[
    'output_format_json_quote_decimals',
    'output_format_json_quote_denormals',
    'output_format_write_statistics',
  ],
  ...[
    'output_format_decimal_trailing_zeros',
    'output_format_arrow_string_as_string',
    'date_time_output_format',
  ],
  ...['date_time_input_format', 'session_timezone', 'extremes', 'log_comment', 'interactive_delay'],
  ...['http_wait_end_of_query', 'http_response_buffer_size', 'enable_http_compression'],
  ...['http_zlib_compression_level', 'send_progress_in_http_headers', 'http_headers_progress_interval_ms'],
  ...['http_write_exception_in_output_format', 'cancel_http_readonly_queries_on_client_close'],
  ...['network_compression_method', 'network_zstd_compression_level', 'send_timeout', 'receive_timeout'],
  ...[
    'final',
    'do_not_merge_across_partitions_select_final',
    'use_skip_indexes',
    'use_skip_indexes_if_final',
  ],
  ...['use_skip_indexes_if_final_exact_mode', 'optimize_read_in_order', 'optimize_aggregation_in_order'],
  ...['optimize_move_to_prewhere', 'optimize_move_to_prewhere_if_final', 'optimize_use_projections'],
  ...['query_plan_optimize_lazy_materialization', 'query_plan_max_limit_for_lazy_materialization'],
  ...[
    'join_algorithm',
    'join_use_nulls',
    'transform_null_in',
    'group_by_use_nulls',
    'prefer_localhost_replica',
  ],
  ...['enable_analyzer', 'use_uncompressed_cache', 'use_query_condition_cache', 'load_marks_asynchronously'],
  ...['merge_tree_min_rows_for_concurrent_read', 'merge_tree_min_bytes_for_concurrent_read'],
  ...['max_rows_in_set_to_optimize_join', 'preferred_block_size_bytes', 'local_filesystem_read_method'],
  ...['read_overflow_mode', 'result_overflow_mode', 'timeout_overflow_mode'],
];

export interface QueryLimits {
  readonly executionSeconds: number;
  readonly memoryBytes: number;
  /** Limit for all queries of the user together. */
  readonly memoryOfUserBytes: number;
  readonly readRows: number;
  readonly resultRows: number;
  readonly resultBytes: number;
  readonly temporaryDiskBytes: number;
  readonly concurrentQueries: number;
  readonly threads: number;
  /** Priority of its threads, 0 to 19: the higher it is, the later they get a core. A query may raise it. */
  readonly niceValue: number;
  /**
   * The clock is looked at between blocks, and not while an expression is computed over one of them: a constant one is
   * a single block. Bounds of its size are what bounds its time; absent: those of the server.
   */
  readonly expression?: Readonly<Record<string, number>>;
}

/** The limits of the two read-only users, as shares of the server's resources. */
export function queryLimits(
  serverMemoryBytes: number,
  cores: number,
): Record<'reader' | 'analyst', QueryLimits> {
  return {
    reader: {
      executionSeconds: 60,
      memoryBytes: Math.floor(serverMemoryBytes / 2),
      memoryOfUserBytes: Math.floor((serverMemoryBytes * 3) / 4),
      readRows: 20_000_000_000,
      resultRows: 10_000_000,
      resultBytes: 1024 * MIB,
      temporaryDiskBytes: 16_384 * MIB,
      concurrentQueries: 100,
      threads: cores,
      niceValue: 0,
    },
    analyst: {
      executionSeconds: 30,
      memoryBytes: Math.floor(serverMemoryBytes / 4),
      memoryOfUserBytes: Math.floor(serverMemoryBytes / 4),
      readRows: 2_000_000_000,
      resultRows: 1_000_000,
      resultBytes: 256 * MIB,
      temporaryDiskBytes: 4096 * MIB,
      concurrentQueries: 4,
      threads: Math.max(1, Math.ceil(cores / 2)),
      niceValue: 10,
      expression: {
        // Elements of all arrays that `range` makes for a block; 500 million by default.
        function_range_max_elements_in_block: 1_000_000,
        // Functions, names and literals of a query; 50,000 and, with aliases put in place, 500,000 by default.
        max_ast_elements: 2_000,
        max_expanded_ast_elements: 10_000,
        // Two for each function within a function; 1,000 by default.
        max_ast_depth: 200,
      },
    },
  };
}

/** A cluster sends these two as 0 with a part of a query, to limit the whole answer only. */
const ZERO_ON_SHARDS = ['max_result_rows', 'max_result_bytes'];

/**
 * Reads files in the thread that needs them. The default hands each read to a pool of other threads, and most reads are
 * of a few kilobytes that the kernel has in memory: handing over took two fifths of a short query's CPU time, and a third
 * of its time (docs/performance.md). Merges and mutations take it from the default profile.
 */
export const FILE_SETTINGS = { local_filesystem_read_method: 'pread' };

/**
 * Settings of all three users. Most of the work is short queries, and each of these features costs them up to a fifth
 * of their CPU time (bench/reports): column statistics, timers of a profiler whose log is off, a parallel formatting
 * pipeline.
 */
export const SHORT_QUERY_SETTINGS = {
  ...FILE_SETTINGS,
  use_statistics: 0,
  query_profiler_real_time_period_ns: 0,
  query_profiler_cpu_time_period_ns: 0,
  output_format_parallel_formatting: 0,
};

/** A read-only profile. The limits are settings that a query may tighten, but never loosen or disable with 0. */
export function readOnlyProfile(limits: QueryLimits, isShard = false): ConfigTree {
  const bounded: Record<string, number> = {
    max_execution_time: limits.executionSeconds,
    max_memory_usage: limits.memoryBytes,
    max_rows_to_read: limits.readRows,
    max_result_rows: limits.resultRows,
    max_result_bytes: limits.resultBytes,
    max_threads: limits.threads,
  };
  const constraints: Record<string, ConfigTree> = {
    max_block_size: { min: 1, max: 65_536, changeable_in_readonly: null },
    os_threads_nice_value_query: { min: limits.niceValue, max: 19, changeable_in_readonly: null },
  };
  for (const [setting, max] of Object.entries(bounded))
    constraints[setting] = {
      ...(isShard && ZERO_ON_SHARDS.includes(setting) ? {} : { min: 1 }),
      max,
      changeable_in_readonly: null,
    };
  for (const setting of FREE_SETTINGS) constraints[setting] = { changeable_in_readonly: null };
  return {
    readonly: 1,
    ...bounded,
    os_threads_nice_value_query: limits.niceValue,
    max_memory_usage_for_user: limits.memoryOfUserBytes,
    max_temporary_data_on_disk_size_for_query: limits.temporaryDiskBytes,
    max_temporary_data_on_disk_size_for_user: limits.temporaryDiskBytes,
    max_concurrent_queries_for_user: limits.concurrentQueries,
    ...limits.expression,
    // A query whose client has disconnected must not keep using resources.
    cancel_http_readonly_queries_on_client_close: 1,
    ...SHORT_QUERY_SETTINGS,
    constraints,
  };
}

/**
 * Renders the users file: who may log in, from loopback only, with which rights and limits. Passwords are stored as
 * hashes.
 */
export function renderUsersConfig(input: {
  readonly passwords: Readonly<Record<ClickHouseUser, string>>;
  readonly serverMemoryBytes: number;
  readonly cores: number;
  /** The server is one of several shards. */
  readonly isShard: boolean;
}): string {
  const limits = queryLimits(input.serverMemoryBytes, input.cores);
  const shared = input.isShard ? CLUSTER_SETTINGS : {};
  const user = (name: ClickHouseUser, grants: readonly string[]): ConfigTree => ({
    password_sha256_hex: createHash('sha256').update(input.passwords[name]).digest('hex'),
    networks: { ip: LOOPBACK },
    profile: name,
    quota: 'default',
    grants: { query: [...grants, ...(input.isShard ? CLUSTER_GRANTS[name] : [])] },
  });
  return renderXml({
    profiles: {
      // The query log is disabled (see clickhouse-config.ts).
      default: { log_queries: 0, ...FILE_SETTINGS, ...shared },
      owner: { ...SHORT_QUERY_SETTINGS, ...shared },
      reader: { ...readOnlyProfile(limits.reader, input.isShard), ...shared },
      analyst: { ...readOnlyProfile(limits.analyst, input.isShard), ...shared },
    },
    quotas: { default: null },
    users: {
      // The engine's own session logs in as `default`, without a password and from 127.0.0.1, and this file cannot
      // distinguish it from a web page. Therefore an HTTP server authenticates it, and accepts exactly once
      // (control-server.ts).
      default: {
        http_authentication: { server: ADMISSION, scheme: 'basic' },
        networks: { ip: LOOPBACK },
        profile: 'default',
        quota: 'default',
        grants: {
          query: [
            'GRANT SYSTEM LISTEN, KILL QUERY, CREATE TEMPORARY TABLE ON *.*',
            'GRANT READ ON URL',
            'GRANT SELECT ON system.processes',
          ],
        },
      },
      owner: user('owner', OWNER_GRANTS),
      reader: user('reader', READER_GRANTS),
      analyst: user('analyst', ANALYST_GRANTS),
    },
  });
}
