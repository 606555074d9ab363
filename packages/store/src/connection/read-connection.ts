import type { ClickHouseClient } from '@clickhouse/client';

export interface QueryOptions {
  /** Values of the SQL's `{name:Type}` placeholders. */
  params?: Record<string, unknown>;
  /** Deadline: the server cancels the query, and the client stops waiting. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Appears in ClickHouse's query log, for example a request id. */
  logComment?: string;
}

/** Reads: `runQuery` and `readWith` take it, and run defined queries on it. */
export interface ReadConnection {
  /**
   * Runs a read query and returns its rows as arrays in the order of the SELECT list, the cheapest format to parse.
   * 64-bit integers come as text. Errors are those of the client library.
   */
  queryRows<Row extends readonly unknown[]>(sql: string, options: QueryOptions): Promise<Row[]>;
}

/** Extra time after the deadline in which the server can report the timeout itself. */
const LATE_MS = 500;

export function readConnection(client: ClickHouseClient): ReadConnection {
  return {
    async queryRows<Row extends readonly unknown[]>(
      sql: string,
      { params, signal, timeoutMs, logComment }: QueryOptions,
    ) {
      signal?.throwIfAborted();
      // Uses its own timer and clears it with the query: `AbortSignal.timeout` would still fire, and cost, long after a
      // fast query.
      const abort = new AbortController();
      const stop = () => abort.abort();
      const deadline = setTimeout(stop, timeoutMs + LATE_MS);
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const result = await client.query({
          query: sql,
          format: 'JSONCompact',
          query_params: params ?? {},
          abort_signal: abort.signal,
          clickhouse_settings: {
            max_execution_time: Math.ceil(timeoutMs / 1_000),
            ...(logComment === undefined ? {} : { log_comment: logComment }),
          },
        });
        const { data } = await result.json<Row>();
        return data as unknown as Row[];
      } finally {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}
