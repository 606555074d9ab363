import { type ClickHouseClient, queryRows } from '@tickscope/store';
import { ApiError } from '../errors.js';
import type { Metrics } from '../metrics.js';
import type { QueryContext } from '../request-context.js';
import { type FailureReason, failureReason } from './failure.js';
import type { QueryQueue } from './query-queue.js';

/** A query of the API: its name in the metrics, and its SQL. */
export interface Query {
  name: string;
  sql: string;
}

/** ClickHouse for the operations: every query has a deadline, and its failures become API errors. */
export interface Database {
  /**
   * Rows as arrays in the order of the SELECT list; 64-bit integers are text.
   * Throws `ApiError` `unavailable` when ClickHouse cannot answer now, `internal` when the query is wrong.
   */
  rows<Row extends readonly unknown[]>(
    query: Query,
    params: Record<string, unknown>,
    context: QueryContext,
  ): Promise<Row[]>;
}

const PUBLIC_TEXTS: Record<Exclude<FailureReason, 'bug'>, { details: string; retryAfterSeconds: number }> = {
  unreachable: { details: 'The database does not answer.', retryAfterSeconds: 5 },
  timeout: { details: 'The database did not answer in time.', retryAfterSeconds: 2 },
  busy: { details: 'The database is busy.', retryAfterSeconds: 2 },
  refused: { details: 'The database is not set up for this service.', retryAfterSeconds: 30 },
  not_migrated: { details: 'The database is not set up for this version.', retryAfterSeconds: 30 },
};

export function createDatabase(options: {
  client: ClickHouseClient;
  /** May be shared by several databases. */
  queue: QueryQueue;
  /** The deadline of a query, including its wait in the queue. */
  queryTimeoutMs: number;
  metrics: Metrics;
}): Database {
  const { client, queue, queryTimeoutMs, metrics } = options;
  return {
    async rows<Row extends readonly unknown[]>(
      { name, sql }: Query,
      params: Record<string, unknown>,
      { id, signal }: QueryContext,
    ): Promise<Row[]> {
      const startedAt = performance.now();
      const ended = (outcome: string): void =>
        metrics.queried({ query: name, outcome, seconds: (performance.now() - startedAt) / 1_000 });
      try {
        const rows = await queue.run({ signal, timeoutMs: queryTimeoutMs }, (timeoutMs) =>
          queryRows<Row>(client, sql, { params, timeoutMs, signal, logComment: id }),
        );
        ended('ok');
        return rows;
      } catch (cause) {
        const reason = signal.aborted ? 'cancelled' : failureReason(cause);
        ended(reason);
        throw unanswered(name, reason, cause);
      }
    },
  };
}

function unanswered(query: string, reason: FailureReason | 'cancelled', cause: unknown): ApiError {
  const internal = `query ${query}: ${reason}: ${cause instanceof Error ? cause.message : String(cause)}`;
  if (reason === 'bug') return new ApiError('internal', { details: 'The request failed.', internal, cause });
  // A caller who left does not read this answer. A caller who was cut off by a stop may try another process.
  if (reason === 'cancelled')
    return new ApiError('unavailable', {
      details: 'The service is stopping.',
      retryAfterSeconds: 1,
      internal,
      cause,
    });
  return new ApiError('unavailable', { ...PUBLIC_TEXTS[reason], internal, cause });
}
