import { column, defineFileQuery, param } from '@tickscope/store';
import { type DayCoverage, readDayCoverage, readKeptSeconds } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import type { SlotBuckets } from './slot-buckets.js';
import type { TimeWindow } from './time-window.js';
import { isSurelyComplete, readWindowBuckets, type StoredPart } from './window-buckets.js';

const LAST_BEFORE = defineFileQuery(import.meta.url, './last-before.sql', {
  params: { slot: param.integer, from_time: param.integer, locks_kept_seconds: param.integer },
  row: { slot: column.integer },
});

/**
 * Returns the newest run of stored slots in the window, as far back as it goes without missing a whole bucket
 * (1,024 slots), for which a node would know more than the tables. Shorter missing ranges are reported as
 * coverage. Null: nothing of the window is stored.
 */
export async function readStoredPart(
  database: Database,
  window: TimeWindow,
  known: SlotBuckets | null,
  context: QueryContext,
): Promise<StoredPart | null> {
  const { locks_kept_seconds } = await readKeptSeconds(database, context);
  const buckets = await readWindowBuckets(database, window, known, context);
  const [newest] = buckets;
  if (newest === undefined) return null;
  let oldest = newest;
  for (const bucket of buckets.slice(1)) {
    if (oldest.id - bucket.id > 1) break;
    oldest = bucket;
  }
  const fromSlot = oldest.firstSlot;
  const slotBefore = oldest === buckets.at(-1) ? (oldest.slotBefore ?? (await readBefore())) : null;
  return { fromSlot, toSlot: newest.lastSlot, isWhole: slotBefore !== null, slotBefore };

  async function readBefore(): Promise<number | null> {
    const params = { slot: fromSlot, from_time: window.fromTime, locks_kept_seconds };
    const [row] = await database.rows(LAST_BEFORE, params, context);
    return row?.slot ?? null;
  }
}

/** The coverage of the stored part: complete where the buckets of the last days show that, else looked up. */
export async function coverageOfPart(
  database: Database,
  part: StoredPart,
  { fromTime, toTime }: TimeWindow,
  known: SlotBuckets | null,
  context: QueryContext,
): Promise<DayCoverage['coverage']> {
  const { fromSlot, toSlot, slotBefore } = part;
  if (!(await isSurelyComplete(database, part, known, context))) {
    const range = { fromSlot, toSlot, fromTime, toTime, slotBefore };
    return (await readDayCoverage(database, range, context)).coverage;
  }
  return {
    ...{ from_slot: fromSlot, to_slot: toSlot, from_time: fromTime, to_time: toTime },
    is_start_stored: slotBefore !== null,
    ...{ missing_slot_count: 0, incomplete_slot_count: 0 },
    ...{ missing_ranges: [], incomplete_ranges: [], ranges_truncated: false },
  };
}
