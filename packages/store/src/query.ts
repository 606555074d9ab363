import type { ClickHouseClient } from './client.js';

export interface QueryOptions {
  /** Parameters of the SQL's `{name:Type}` places. */
  params?: Record<string, unknown>;
  /** The server stops the query, and the client stops waiting, after this long. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Lands in ClickHouse's query log: a request id. */
  logComment?: string;
}

/** What the server gets beyond a query's deadline to say so itself. */
const LATE_MS = 500;

/**
 * Runs a read and gives its rows, each an array in the order of the SELECT list: the cheapest form to parse.
 * 64-bit integers come as text.
 */
export async function queryRows<Row extends readonly unknown[]>(
  client: ClickHouseClient,
  sql: string,
  options: QueryOptions,
): Promise<Row[]> {
  const { signal, timeoutMs, logComment } = options;
  signal?.throwIfAborted();
  // One of its own, ended with the query: `AbortSignal.timeout` goes off, and costs, long after each query that was in time.
  const abort = new AbortController();
  const stop = () => abort.abort();
  const deadline = setTimeout(stop, timeoutMs + LATE_MS);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const result = await client.query({
      query: sql,
      format: 'JSONCompact',
      query_params: options.params ?? {},
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
}
