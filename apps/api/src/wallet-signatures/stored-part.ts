import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger, toIntegerOrNull } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import { readDayCoverage } from '../slot-coverage/day-range.js';
import { readKeptSeconds } from '../slot-coverage/kept-seconds.js';
import type { TimeWindow } from './time-window.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const WINDOW_BUCKETS = query('window-buckets');
const LAST_BEFORE = query('last-before');

/** The part of a time window that the tables answer. */
export interface StoredPart {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  /** Whether it reaches back to the window's start: then nothing of the window is older than it. */
  isWhole: boolean;
  /** The last stored block before it, where it is whole. */
  slotBefore: number | null;
}

/**
 * The newest run of stored slots in the window, as far back as it goes without a break of a bucket (1,024 slots), in
 * which a node knows more than the tables; shorter holes are told of as coverage. Null: nothing of it is stored.
 */
export async function readStoredPart(
  database: Database,
  { fromTime, toTime }: TimeWindow,
  context: QueryContext,
): Promise<StoredPart | null> {
  const { locks_kept_seconds } = await readKeptSeconds(database, context);
  const rows = await database.rows<[bucket: string, first: string, last: string]>(
    WINDOW_BUCKETS,
    { from_time: fromTime, to_time: toTime, locks_kept_seconds },
    context,
  );
  const [newest] = rows;
  if (newest === undefined) return null;
  let oldest = newest;
  for (const row of rows.slice(1)) {
    if (toInteger(oldest[0]) - toInteger(row[0]) > 1) break;
    oldest = row;
  }
  const fromSlot = toInteger(oldest[1]);
  const isLast = oldest === rows.at(-1);
  const before = isLast
    ? await database.rows<[string]>(
        LAST_BEFORE,
        { slot: fromSlot, from_time: fromTime, locks_kept_seconds },
        context,
      )
    : [];
  const slotBefore = toIntegerOrNull(before[0]?.[0] ?? null);
  return { fromSlot, toSlot: toInteger(newest[2]), isWhole: slotBefore !== null, slotBefore };
}

/** What of the stored part is missing. */
export async function coverageOfPart(
  database: Database,
  part: StoredPart,
  { fromTime, toTime }: TimeWindow,
  context: QueryContext,
): ReturnType<typeof readDayCoverage> {
  const { fromSlot, toSlot, slotBefore } = part;
  return readDayCoverage(database, { fromSlot, toSlot, fromTime, toTime, slotBefore }, context);
}
