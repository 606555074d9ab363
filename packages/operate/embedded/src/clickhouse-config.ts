import { join } from 'node:path';
import { ADMISSION } from './clickhouse-users.js';
import { LOOPBACK } from './ports.js';
import { type ConfigTree, renderXml } from './xml.js';

/**
 * The server refuses inserts and merges that would leave less. A merge that runs into the end of the disk may become a
 * part without marks, which cannot be read (26.7, seen), and takes the place of the parts that it was made of.
 */
const KEPT_FREE_BYTES = 268_435_456;

export interface ServerConfigInput {
  /** The server's own folder. */
  readonly path: string;
  readonly logsDir: string;
  readonly usersFile: string;
  readonly httpPort: number;
  readonly tcpPort: number;
  readonly logLevel: string;
  /** URL that the server calls to ask whether its own session may log in. */
  readonly admissionUrl: string;
  readonly memoryBytes: number;
  readonly cores: number;
  /** Folders below which backups may be written to and read from. */
  readonly backupDirs: readonly string[];
  /** Merged into the top level. */
  readonly extra: ConfigTree;
}

/**
 * Renders the server's configuration, for a few cores shared with the rest of the stack. The figures are explained in
 * README.md.
 *
 * All system log tables (query_log, metric_log, trace_log...) are off. This engine keeps the `system` database in
 * memory, so a log table's folder outlives its definition, and after a restart the table cannot be created again.
 */
export function renderServerConfig(input: ServerConfigInput): string {
  const mergeThreads = Math.min(16, Math.max(4, input.cores));
  return renderXml({
    path: join(input.path, '/'),
    users_config: input.usersFile,
    listen_host: LOOPBACK,
    http_port: input.httpPort,
    tcp_port: input.tcpPort,
    timezone: 'UTC',

    // The engine reads the level from log-level and overwrites logger.level with it.
    'log-level': input.logLevel,
    logger: {
      level: input.logLevel,
      console: 0,
      log: join(input.logsDir, 'clickhouse.log'),
      errorlog: join(input.logsDir, 'clickhouse.err.log'),
      size: '20M',
      count: 3,
    },

    http_authentication_servers: {
      [ADMISSION]: {
        uri: input.admissionUrl,
        connection_timeout_ms: 5000,
        receive_timeout_ms: 5000,
        send_timeout_ms: 5000,
        max_tries: 1,
      },
    },
    // The engine's own session waits for an HTTP request to this process. All other outgoing requests are forbidden.
    remote_url_allow_hosts: { host: LOOPBACK },

    max_server_memory_usage: input.memoryBytes,
    mark_cache_size: Math.floor(input.memoryBytes / 10),
    // The default of 50 ms causes noticeable CPU use on an idle small server.
    memory_worker_period_ms: 500,
    asynchronous_metrics_update_period_s: 15,
    asynchronous_metrics_enable_heavy_metrics: 0,

    // The engine's defaults suit a command-line tool: two threads for all periodic work, about which it logs warnings.
    background_pool_size: mergeThreads,
    background_merges_mutations_concurrency_ratio: 2,
    background_common_pool_size: 2,
    background_schedule_pool_size: 16,
    // The defaults assume a pool of 32 tasks; in a smaller pool they would block mutations and large merges.
    merge_tree: {
      number_of_free_entries_in_pool_to_execute_mutation: 4,
      number_of_free_entries_in_pool_to_lower_max_size_of_merge: 4,
      number_of_free_entries_in_pool_to_execute_optimize_entire_partition: 6,
    },

    storage_configuration: { disks: { default: { keep_free_space_bytes: KEPT_FREE_BYTES } } },

    // A user who may back up could otherwise write anywhere, and read what looks like a backup.
    backups: { allowed_path: input.backupDirs.map((folder) => join(folder, '/')) },

    // Stopping waits this long for idle connections. The official client drops them after 2.5 s by itself.
    keep_alive_timeout: 3,
    ...input.extra,
  });
}

/**
 * The clusters of several servers on this machine: `tickscope` of all shards, in their order, and `tickscope_first` of
 * the first alone. Servers prove to each other that they know the secret, and a query runs on each as the user who sent
 * it, with that user's rights and limits.
 */
export function clusterConfig(tcpPorts: readonly number[], secret: string): ConfigTree {
  const shards = tcpPorts.map((port) => ({ replica: { host: LOOPBACK, port } }));
  return {
    remote_servers: {
      tickscope: { secret, shard: shards },
      tickscope_first: { secret, shard: shards.slice(0, 1) },
    },
  };
}

/**
 * The statements that the engine runs: listen, wait until the control server ends the second request, stop listening,
 * and wait again until the process is ready for the engine to exit (see clickhouse.ts).
 */
export function serverScript(urls: { readonly serving: string; readonly stopped: string }): string {
  // The structure is given, so that nothing is fetched twice to infer it. One try, with an unlimited wait.
  const waitFor = (url: string) =>
    `SELECT * FROM url('${url}', 'LineAsString', 'line String') FORMAT Null ` +
    'SETTINGS http_receive_timeout = 1000000000, http_max_tries = 1, http_make_head_request = 0, max_threads = 1';
  return [
    'SYSTEM START LISTEN HTTP',
    'SYSTEM START LISTEN TCP',
    waitFor(urls.serving),
    "KILL QUERY WHERE user != '' FORMAT Null",
    'SYSTEM STOP LISTEN TCP',
    'SYSTEM STOP LISTEN HTTP',
    waitFor(urls.stopped),
  ].join(';\n');
}

/** The engine's command line. It must be interactive, as its process explains, but all terminal output is disabled. */
export function serverArguments(configFile: string, script: string): string[] {
  const quiet = ['--progress=off', '--progress-table=off', '--disable_suggestion'];
  return ['clickhouse', `--config-file=${configFile}`, '--interactive', ...quiet, '--query', script];
}
