import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger, toIntegerOrNull } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import { type KeptSeconds, readKeptSeconds } from '../slot-coverage/kept-seconds.js';
import { BUCKET_SLOTS, type SlotBucket, type SlotBuckets } from './slot-buckets.js';
import type { StoredPart } from './stored-part.js';
import type { TimeWindow } from './time-window.js';

const WINDOW_BUCKETS = { name: 'window-buckets', sql: sqlFile(import.meta.url, './window-buckets.sql') };
/** The greatest slot that a number holds. */
const LAST_SLOT = Number.MAX_SAFE_INTEGER;
/** Rows of so old a copy may be dropped before a query that follows reads them. */
const DROP_MARGIN_SECONDS = 600;

/** What of a bucket of 1,024 slots a window has, where all that was written of it is kept. */
export interface WindowBucket {
  id: number;
  firstSlot: number;
  lastSlot: number;
  /** The stored block before the first, kept and older than the window; null: it is not known here. */
  slotBefore: number | null;
}

/**
 * The buckets in which the window's blocks are stored whole and their locks are kept, newest first: by what is known of
 * the last days and a look at the buckets in which it begins and ends, or, of a window before those, read.
 */
export async function readWindowBuckets(
  database: Database,
  window: TimeWindow,
  known: SlotBuckets | null,
  context: QueryContext,
): Promise<WindowBucket[]> {
  const kept = await readKeptSeconds(database, context);
  const read = (first: number | null, last: number | null) =>
    readEnds(database, window, { first, last, ...kept }, context);
  const readAll = async () => (await read(null, null)).map((bucket) => ({ ...bucket, slotBefore: null }));
  if (known === null || window.fromTime < known.fromTime) return readAll();
  const { inside, cut } = split(known.buckets, window);
  // Blocks of a time that went backwards: nowhere but there is a window's end in many buckets.
  if (cut.length > 2) return readAll();
  const keptFrom = insertedFrom(known, kept.locks_kept_seconds);
  const whole = inside.flatMap(({ id, timed }) =>
    timed === null || timed.insertedFrom < keptFrom
      ? []
      : [{ id, firstSlot: timed.first, lastSlot: timed.last, slotBefore: null }],
  );
  const ends = cut.length === 0 ? [] : await read(cut[0]!.id, cut.at(-1)!.id);
  // Times never go backwards: in a bucket that lacks nothing, what comes before the window's first block is older.
  const isKnown = ({ id, slotBefore }: WindowBucket): boolean =>
    cut.some(
      (bucket) =>
        bucket.id === id &&
        bucket.isLinked &&
        bucket.insertedFrom >= keptFrom &&
        Number(slotBefore) >= bucket.timed!.first,
    );
  const told = ends.map((end) => (isKnown(end) ? end : { ...end, slotBefore: null }));
  return [...whole, ...told].toSorted((one, other) => other.id - one.id);
}

/** Those all of whose blocks are in the window, and those some of whose may be. */
function split(
  buckets: readonly SlotBucket[],
  { fromTime, toTime }: TimeWindow,
): { inside: SlotBucket[]; cut: SlotBucket[] } {
  const touched = buckets.filter(
    ({ timed }) => timed !== null && timed.toTime >= fromTime && timed.fromTime <= toTime,
  );
  const isInside = ({ timed }: SlotBucket): boolean =>
    timed !== null && timed.fromTime >= fromTime && timed.toTime <= toTime;
  return { inside: touched.filter(isInside), cut: touched.filter((bucket) => !isInside(bucket)) };
}

/** Of the whole window where no bucket is named. */
async function readEnds(
  database: Database,
  { fromTime, toTime }: TimeWindow,
  { first, last, locks_kept_seconds }: { first: number | null; last: number | null } & KeptSeconds,
  context: QueryContext,
): Promise<WindowBucket[]> {
  const [first_from, first_to] = slotsOf(first);
  const [last_from, last_to] = slotsOf(last);
  const rows = await database.rows<[id: string, first: string, last: string, parent: string | null]>(
    WINDOW_BUCKETS,
    {
      ...{ from_time: fromTime, to_time: toTime, locks_kept_seconds },
      ...{ first_from, first_to, last_from, last_to },
    },
    context,
  );
  return rows.map(([id, firstSlot, lastSlot, parent]) => ({
    id: toInteger(id),
    firstSlot: toInteger(firstSlot),
    lastSlot: toInteger(lastSlot),
    slotBefore: toIntegerOrNull(parent),
  }));
}

function slotsOf(bucket: number | null): [from: number, to: number] {
  return bucket === null ? [0, LAST_SLOT] : [bucket * BUCKET_SLOTS, bucket * BUCKET_SLOTS + BUCKET_SLOTS - 1];
}

/**
 * Whether nothing can be missing of a part: every bucket that it touches is known, complete, kept and linked to the one
 * before. Where it is not so, something may be.
 */
export async function isSurelyComplete(
  database: Database,
  { fromSlot, toSlot }: StoredPart,
  known: SlotBuckets | null,
  context: QueryContext,
): Promise<boolean> {
  if (known === null) return false;
  const { swaps_kept_seconds: keptSeconds } = await readKeptSeconds(database, context);
  const keptFrom = insertedFrom(known, keptSeconds);
  const [firstId, lastId] = [Math.floor(fromSlot / BUCKET_SLOTS), Math.floor(toSlot / BUCKET_SLOTS)];
  const touched = known.buckets.filter(({ id }) => id >= firstId && id <= lastId);
  return (
    touched[0]?.id === firstId &&
    touched.at(-1)!.lastSlot >= toSlot &&
    touched.every(
      (bucket, at) =>
        bucket.isLinked &&
        bucket.insertedFrom >= keptFrom &&
        (at === 0 || bucket.parentBefore === touched[at - 1]!.lastSlot),
    )
  );
}

function insertedFrom({ now }: SlotBuckets, keptSeconds: number): number {
  return now() - keptSeconds + DROP_MARGIN_SECONDS;
}
