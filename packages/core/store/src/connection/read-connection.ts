import type { HttpReader } from './http-reader.js';
import { prunePositions } from './prune-positions.js';

export interface QueryOptions {
  /** Values of the SQL's `{name:Type}` placeholders. */
  params?: Record<string, unknown>;
  /** Deadline: the server cancels the query, and the client stops waiting. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Appears in ClickHouse's query log, for example a request id. */
  logComment?: string;
  /** The query reads a few granules, so that its planning is most of its cost. Default: false. */
  isPointRead?: boolean;
  /** Threads that it runs on at most. Default: the server's setting. */
  threads?: number;
  /** Gets CPU time after other queries, where the server may set priorities of threads (CAP_SYS_NICE). Default: false. */
  isLowPriority?: boolean;
}

/** Reads: `runQuery` and `readWith` take it, and run defined queries on it. */
export interface ReadConnection {
  /**
   * Runs a read query and returns its rows as arrays in the order of the SELECT list, the cheapest format to parse.
   * 64-bit integers come as text. Errors are those of the client library.
   */
  queryRows<Row extends readonly unknown[]>(sql: string, options: QueryOptions): Promise<Row[]>;
}

/**
 * More than one thread would cost a point read more than it saves. The older analyzer plans it in a tenth less CPU time
 * (docs/adr/0020); point reads are plain enough to mean the same to both.
 */
const POINT_READ_SETTINGS = { max_threads: '1', enable_analyzer: '0' };
/** The older analyzer sends names of tables to a shard as they are written, and a shard has them in another database. */
const POINT_READ_OF_SHARDS = { max_threads: '1' };
/** A thread at this nice value gets a tenth of the time of one at 0, where both want a core. */
const LOW_PRIORITY = '10';
const PRIORITY = 'os_threads_nice_value_query';

export function readConnection(
  reader: HttpReader,
  { isShard = false, threads: usualThreads }: { isShard?: boolean; threads?: number | undefined } = {},
): ReadConnection {
  const pointRead = isShard ? POINT_READ_OF_SHARDS : POINT_READ_SETTINGS;
  let mayLowerPriority = true;
  return {
    async queryRows<Row extends readonly unknown[]>(sql: string, options: QueryOptions) {
      const { params = {}, signal, timeoutMs, logComment, threads = usualThreads } = options;
      const { isPointRead = false, isLowPriority = false } = options;
      const settings: Record<string, string> = { max_execution_time: String(Math.ceil(timeoutMs / 1_000)) };
      if (logComment !== undefined) settings['log_comment'] = logComment;
      if (threads !== undefined) settings['max_threads'] = String(threads);
      const isLowered = isLowPriority && mayLowerPriority;
      if (isLowered) settings[PRIORITY] = LOW_PRIORITY;
      if (isPointRead) Object.assign(settings, pointRead);
      const query = isShard ? prunePositions(sql, params) : { sql, params };
      const asked = { params: query.params, settings, timeoutMs, signal };
      const answer = await reader.json(query.sql, asked).catch((error: Error) => {
        // The users of a server that was set up before this setting was in their profile.
        if (!isLowered || !error.message.includes(PRIORITY)) throw error;
        mayLowerPriority = false;
        delete settings[PRIORITY];
        return reader.json(query.sql, asked);
      });
      return (answer as { data: Row[] }).data;
    },
  };
}
