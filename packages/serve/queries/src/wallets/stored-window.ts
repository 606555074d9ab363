import { perDatabase } from '../caches/per-database.js';
import { remembered } from '../caches/remembered.js';
import type { DayCoverage } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { readSlotBuckets } from './slot-buckets.js';
import { coverageOfPart, readStoredPart } from './stored-part.js';
import { type TimeWindow, timeWindowOf } from './time-window.js';
import type { StoredPart } from './window-buckets.js';

/** A window and its stored part: the same for every wallet. */
export interface StoredWindow {
  window: TimeWindow;
  /** Null: nothing of it is stored. */
  part: StoredPart | null;
  coverage: DayCoverage['coverage'] | null;
}

/**
 * With missing slots a look-up costs one row per slot of the window. The result is cached for this time, but no
 * longer than the data that it was computed from.
 */
const KEPT_MS = 5_000;
const MOST = 200;

const keptOf = perDatabase(() => remembered<StoredWindow>(MOST));

/** Throws `ReadError` `validation_failed` for an invalid window. */
export async function readStoredWindow(
  database: Database,
  asked: { start_time?: number; end_time?: number },
  context: QueryContext,
): Promise<StoredWindow> {
  const key = `${asked.start_time ?? ''}/${asked.end_time ?? ''}`;
  return keptOf(database)(key, context, async () => {
    const known = await readSlotBuckets(database, context);
    const window = timeWindowOf(asked, known?.newest.time ?? null, Math.floor(Date.now() / 1_000));
    const part = await readStoredPart(database, window, known, context);
    const coverage = part && (await coverageOfPart(database, part, window, known, context));
    return {
      value: { window, part, coverage },
      forMs: known === null ? KEPT_MS : Math.min(KEPT_MS, known.endsAt - performance.now()),
    };
  });
}
