import { sqlFile } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { remembered } from '../caches/remembered.js';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';

const KEPT_SECONDS = { name: 'kept-seconds', sql: sqlFile(import.meta.url, './kept-seconds.sql') };

/** How long an answer is used. */
const FRESH_MS = 5_000;

/** Parameters of the queries that tell what may be gone: what was inserted within so many seconds is still there. */
export type KeptSeconds = Record<'locks_kept_seconds' | 'swaps_kept_seconds', number>;

const keptOf = perDatabase(() => remembered<KeptSeconds>(1));

/**
 * How long rows are kept, by the operator's settings, at most five seconds old: to plan the view `kept_since` anew costs
 * a query of a few blocks half of its time.
 *
 * What is old must never claim as stored what is gone. So it is not the time since which rows are kept that is
 * remembered, which moves on with the clock, but how long they are: each query counts it from its own `now`. Between two
 * changes of the settings that length is the same, or grows (after a longer one was set: what a shorter one dropped does
 * not come back), so what is remembered claims as much as is true, or less. Only a shorter setting makes it shrink. What
 * that drops it drops in the background, after it was written down (`applyRetention`); for five seconds the API may then
 * count as stored what is being dropped, as does a request that is under way at that moment, which reads coverage and
 * rows by several queries.
 */
export async function readKeptSeconds(database: Database, context: QueryContext): Promise<KeptSeconds> {
  return keptOf(database)('', context.signal, async () => {
    const askedAt = performance.now();
    const rows = new Map(await database.rows<[string, number]>(KEPT_SECONDS, {}, context));
    const [locks, swaps] = [rows.get('locks'), rows.get('swaps')];
    if (locks === undefined || swaps === undefined) throw new Error('the retention of a group is not set');
    return {
      value: { locks_kept_seconds: locks, swaps_kept_seconds: swaps },
      // From the question: the settings may have changed while the answer was on its way.
      forMs: FRESH_MS - (performance.now() - askedAt),
    };
  });
}
