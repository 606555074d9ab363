import { ClickHouseError } from '@clickhouse/client';
import { isTimeout, isUnreachable } from '../is-unreachable.js';
import { CopyAwayError, CopyWatch } from './copy-watch.js';
import type { ReadConnection } from './read-connection.js';

/** The servers of one copy of a mirrored store did not answer, or do again. */
export interface CopyChange {
  copy: 'first' | 'second';
  isAway: boolean;
  /** Why it is away; null: it answers again. */
  error: Error | null;
}

export interface FailOverReader {
  read: ReadConnection;
  close(): void;
}

/**
 * What the other copy may have all the same (ErrorCodes.cpp): UNKNOWN_TABLE and UNKNOWN_DATABASE, of a server that was
 * emptied; QUERY_WAS_CANCELLED and AUTHENTICATION_FAILED, of an embedded one that stops or starts; then files that are
 * damaged or gone.
 */
const OF_ONE_COPY: ReadonlySet<string> = new Set([
  ...['60', '81', '394', '516'],
  ...['33', '40', '76', '107', '226', '246', '271'],
]);

/**
 * Reads from the first copy of a mirrored store, and from the second one while a server of the first does not answer
 * (docs/adr/0036). A query that fails for that, or waits for a server that hangs, is sent to the second copy within its
 * deadline. One that only takes too long is not.
 *
 * @param copies the reads of each copy's servers
 */
export function failOverReader(
  copies: readonly [first: readonly ReadConnection[], second: readonly ReadConnection[]],
  onChange: (change: CopyChange) => void,
): FailOverReader {
  const watch = (copy: CopyChange['copy'], reads: readonly ReadConnection[]): CopyWatch =>
    new CopyWatch(reads, copy === 'second', (isAway, error) => {
      onChange({ copy, isAway, error });
      if (isAway) leaveFirst();
    });
  const first = watch('first', copies[0]);
  const second = watch('second', copies[1]);
  function leaveFirst(): void {
    if (first.isAway && !second.isAway) first.leave();
  }

  return {
    read: {
      async queryRows<Row extends readonly unknown[]>(
        sql: string,
        options: Parameters<ReadConnection['queryRows']>[1],
      ) {
        if (options.isOfFirstCopy === true) return await copies[0][0]!.queryRows<Row>(sql, options);
        if (first.isAway && !second.isAway) return await second.queryRows<Row>(sql, options);
        const deadline = performance.now() + options.timeoutMs;
        try {
          return await first.queryRows<Row>(sql, options);
        } catch (error) {
          const leftMs = deadline - performance.now();
          if (!isForTheOther(error)) throw error;
          if (isAway(error)) first.failed(error as Error);
          if (second.isAway || leftMs <= 0) throw error;
          return await second.queryRows<Row>(sql, { ...options, timeoutMs: leftMs });
        }
      },
    },
    close() {
      first.close();
      second.close();
    },
  };
}

function isForTheOther(error: unknown): boolean {
  if (error instanceof CopyAwayError || isAway(error)) return true;
  return error instanceof ClickHouseError && OF_ONE_COPY.has(error.code);
}

function isAway(error: unknown): boolean {
  return isUnreachable(error) && !isTimeout(error);
}
