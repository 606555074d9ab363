import type { Database, QueryContext } from '@tickscope/queries';
import { ReadError } from '@tickscope/queries';
import { type Query, type ReadConnection, runQuery } from '@tickscope/store';
import { traced } from '@tickscope/tracing';
import type { Metrics } from '../metrics.js';
import { type FailureReason, failureReason } from './failure.js';
import type { QueryQueue } from './query-queue.js';

const PUBLIC_TEXTS: Record<Exclude<FailureReason, 'bug'>, { details: string; retryAfterSeconds: number }> = {
  unreachable: { details: 'The database does not answer.', retryAfterSeconds: 5 },
  timeout: { details: 'The database did not answer in time.', retryAfterSeconds: 2 },
  busy: { details: 'The database is busy.', retryAfterSeconds: 2 },
  refused: { details: 'The database is not set up for this service.', retryAfterSeconds: 30 },
  not_migrated: { details: 'The database is not set up for this version.', retryAfterSeconds: 30 },
  damaged: { details: 'Stored data that the answer needs cannot be read.', retryAfterSeconds: 300 },
};

const OF_CLICKHOUSE = { 'db.system.name': 'clickhouse' };

/**
 * The API's reader: a shared queue, metrics, and errors that a caller understands. An error of the query itself is
 * a plain `Error`.
 */
export function createDatabase(options: {
  read: ReadConnection;
  /** May be shared by several databases. */
  queue: QueryQueue;
  /** The deadline of a query, including its wait in the queue. */
  queryTimeoutMs: number;
  /** Whether other queries run: then each runs on one thread, which costs less, and leaves the cores to the others. */
  isShared?: () => boolean;
  /** Its queries get CPU time after those of others. */
  isLowPriority?: boolean;
  metrics: Metrics;
}): Database {
  const { read, queue, queryTimeoutMs, isShared, isLowPriority = false, metrics } = options;
  return {
    async rows<Params, Row>(
      query: Query<Params, Row>,
      params: Params,
      { id, signal, account }: QueryContext,
    ): Promise<Row[]> {
      const startedAt = performance.now();
      const ended = (outcome: string): void =>
        metrics.queried({ query: query.name, outcome, seconds: (performance.now() - startedAt) / 1_000 });
      try {
        const rows = await traced(`query ${query.name}`, OF_CLICKHOUSE, () =>
          queue.run({ signal, account, timeoutMs: queryTimeoutMs }, (timeoutMs) =>
            runQuery(read, query, params, {
              ...{ timeoutMs, signal, logComment: id, isLowPriority },
              ...(isShared?.() === true && { threads: 1 }),
            }),
          ),
        );
        ended('ok');
        return rows;
      } catch (cause) {
        const reason = signal.aborted ? 'cancelled' : failureReason(cause);
        ended(reason);
        throw unanswered(query.name, reason, cause);
      }
    },
  };
}

function unanswered(query: string, reason: FailureReason | 'cancelled', cause: unknown): unknown {
  const advice =
    reason === 'damaged' ? ' ("tickscope doctor --deep" names the damaged part, and how to mend it)' : '';
  const internal = `query ${query}: ${reason}${advice}: ${cause instanceof Error ? cause.message : String(cause)}`;
  if (reason === 'bug') return new Error(internal, { cause });
  // A caller who left does not read this answer. A caller who was cut off by a stop may try another process.
  if (reason === 'cancelled')
    return new ReadError('unavailable', {
      details: 'The service is stopping.',
      retryAfterSeconds: 1,
      internal,
      cause,
    });
  return new ReadError('unavailable', { ...PUBLIC_TEXTS[reason], internal, cause });
}
