import { join } from 'node:path';
import { ADMISSION } from './clickhouse-users.js';
import { LOOPBACK } from './ports.js';
import { type ConfigTree, renderXml } from './xml.js';

export interface ServerConfigInput {
  /** The server's own folder. */
  readonly path: string;
  readonly logsDir: string;
  readonly usersFile: string;
  readonly httpPort: number;
  readonly tcpPort: number;
  readonly logLevel: string;
  /** Where the server asks whether its own session may log in. */
  readonly admissionUrl: string;
  readonly memoryBytes: number;
  readonly cores: number;
  /** Merged over the top level, for example `remote_servers`. */
  readonly extra: ConfigTree;
}

/**
 * The server's configuration, for a few cores shared with the rest of the stack. Figures: README.md.
 *
 * System log tables (query_log, metric_log, trace_log...) are all off: this engine keeps the `system` database in
 * memory, so a log table's folder outlives its definition, and after a restart the table cannot be made again.
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

    // The engine takes its level from log-level and overwrites logger.level with it.
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
    // The engine's own session waits for a web request to this process; nothing else may go out.
    remote_url_allow_hosts: { host: LOOPBACK },

    max_server_memory_usage: input.memoryBytes,
    mark_cache_size: Math.floor(input.memoryBytes / 10),
    // The default, 50 ms, is felt in the idle time of a small server.
    memory_worker_period_ms: 500,
    asynchronous_metrics_update_period_s: 15,
    asynchronous_metrics_enable_heavy_metrics: 0,

    // The engine's defaults are for a command line: two threads for all periodic work, of which it complains.
    background_pool_size: mergeThreads,
    background_merges_mutations_concurrency_ratio: 2,
    background_common_pool_size: 2,
    background_schedule_pool_size: 16,
    // The defaults expect a pool of 32 tasks; in a smaller one they would hold back mutations and large merges.
    merge_tree: {
      number_of_free_entries_in_pool_to_execute_mutation: 4,
      number_of_free_entries_in_pool_to_lower_max_size_of_merge: 4,
      number_of_free_entries_in_pool_to_execute_optimize_entire_partition: 6,
    },

    // The stop waits for idle connections as long. The official client drops them after 2.5 s by itself.
    keep_alive_timeout: 3,
    ...input.extra,
  });
}

/**
 * What the engine runs, statement by statement: listen, wait until the control server ends the second request,
 * stop listening, and wait again until the process is ready for the engine's end (see clickhouse.ts).
 */
export function serverScript(urls: { readonly serving: string; readonly stopped: string }): string {
  // A structure is given, so that nothing is fetched twice to guess it; one try, and no end to the wait.
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

/** The engine's command line. Interactive, as its process explains, but with nobody to show anything to. */
export function serverArguments(configFile: string, script: string): string[] {
  const quiet = ['--progress=off', '--progress-table=off', '--disable_suggestion'];
  return ['clickhouse', `--config-file=${configFile}`, '--interactive', ...quiet, '--query', script];
}
