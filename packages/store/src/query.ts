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

/**
 * Runs a read and gives its rows, each an array in the order of the SELECT list: the cheapest form to parse.
 * 64-bit integers come as text.
 */
export async function queryRows<Row extends readonly unknown[]>(
  client: ClickHouseClient,
  sql: string,
  options: QueryOptions,
): Promise<Row[]> {
  const deadline = AbortSignal.timeout(options.timeoutMs + 500);
  const result = await client.query({
    query: sql,
    format: 'JSONCompact',
    query_params: options.params ?? {},
    abort_signal: options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]),
    clickhouse_settings: {
      max_execution_time: Math.ceil(options.timeoutMs / 1_000),
      ...(options.logComment === undefined ? {} : { log_comment: options.logComment }),
    },
  });
  const { data } = await result.json<Row>();
  return data as unknown as Row[];
}
