import type { ClickHouseClient } from '@clickhouse/client';
import { fillTemplate, oneServer } from './ddl-template.js';

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

/** Creates and changes tables, and looks after the server. Errors are those of the client library. */
export interface AdminConnection {
  /** Runs a statement of DDL; its `{{database}}` and `{{engine: …}}` are filled in (`ddl-template.ts`). */
  execute(statement: string, options: StatementOptions): Promise<void>;
  /** Reads a part and compares it with its checksums (`CHECK TABLE`). Returns what is wrong with it, or null. */
  checkPart(options: CheckOptions): Promise<string | null>;
  /** Whether the server answers this user, with or without the database. Returns the error if not. */
  ping(timeoutMs: number): Promise<Error | null>;
}

export function adminConnection(client: ClickHouseClient, database: string): AdminConnection {
  return {
    async execute(statement, { timeoutMs, withoutDatabase = false }) {
      await client.command({
        query: fillTemplate(statement, oneServer(database)),
        abort_signal: AbortSignal.timeout(timeoutMs),
        ...(withoutDatabase ? { http_headers: { 'X-ClickHouse-Database': 'default' } } : {}),
      });
    },

    async checkPart({ table, part, signal }) {
      const result = await client.query({
        // The statement takes no parameter for the part.
        query: `CHECK TABLE {table:Identifier} PART '${part.replaceAll(/['\\]/g, '\\$&')}'`,
        format: 'JSONCompactEachRow',
        query_params: { table },
        abort_signal: signal,
        clickhouse_settings: {
          check_query_single_value_result: 0,
          // The client treats a connection without data as dead.
          send_progress_in_http_headers: 1,
          http_headers_progress_interval_ms: '5000',
        },
      });
      const rows = await result.json<[part: string, isPassed: number, message: string]>();
      return rows.find(([, isPassed]) => Number(isPassed) !== 1)?.[2] ?? null;
    },

    async ping(timeoutMs) {
      const answer = await client.ping({ select: true, abort_signal: AbortSignal.timeout(timeoutMs) });
      return answer.success ? null : answer.error;
    },
  };
}
