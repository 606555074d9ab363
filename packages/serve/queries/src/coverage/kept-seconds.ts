import { column, defineFileQuery } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { remembered } from '../caches/remembered.js';
import type { Database, QueryContext } from '../database.js';

const KEPT_SECONDS = defineFileQuery(import.meta.url, './kept-seconds.sql', {
  row: { group: column.oneOf('locks', 'swaps'), seconds: column.integer },
});

/** How long an answer is cached. */
const FRESH_MS = 5_000;

/** Parameters of the queries that check for expired rows: rows inserted within this many seconds are still there. */
export type KeptSeconds = Record<'locks_kept_seconds' | 'swaps_kept_seconds', number>;

const keptOf = perDatabase(() => remembered<KeptSeconds>(1));

/**
 * Reads the retention of rows, at most five seconds old. It is cached because planning the view `kept_since`
 * would take half the time of a query of a few blocks.
 *
 * An old value must never claim rows as stored that are gone. So the cache holds the length of the retention,
 * not its start, which moves with the clock: each query subtracts the length from its own `now`. Between two
 * changes of the settings the length stays equal or grows (after a longer retention is set, rows that a shorter
 * one dropped do not come back), so a cached value claims the truth or less. Only a shorter setting makes it
 * shrink. Rows are then dropped in the background, after the setting was written (`applyRetention`). For five
 * seconds the API may count rows as stored that are being dropped. So does a request that is running at that
 * moment, because it reads coverage and rows in several queries.
 */
export async function readKeptSeconds(database: Database, context: QueryContext): Promise<KeptSeconds> {
  return keptOf(database)('', context, async () => {
    const askedAt = performance.now();
    const rows = await database.rows(KEPT_SECONDS, {}, context);
    const secondsOf = (asked: 'locks' | 'swaps') => rows.find(({ group }) => group === asked)?.seconds;
    const [locks, swaps] = [secondsOf('locks'), secondsOf('swaps')];
    if (locks === undefined || swaps === undefined)
      throw new Error('kept_since has no row for "locks" or "swaps"');
    return {
      value: { locks_kept_seconds: locks, swaps_kept_seconds: swaps },
      // Counted from the start of the query: the settings may have changed while the answer was on its way.
      forMs: FRESH_MS - (performance.now() - askedAt),
    };
  });
}
