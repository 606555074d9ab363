import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { type KeptSeconds, readKeptSeconds } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { BUCKET_SLOTS, type SlotBucket, type SlotBuckets } from './slot-buckets.js';
import type { TimeWindow } from './time-window.js';

const WINDOW_BUCKETS = defineFileQuery(import.meta.url, './window-buckets.sql', {
  params: {
    from_time: param.integer,
    to_time: param.integer,
    first_from: param.integer,
    first_to: param.integer,
    last_from: param.integer,
    last_to: param.integer,
    locks_kept_seconds: param.integer,
  },
  row: {
    id: column.integer,
    firstSlot: column.integer,
    lastSlot: column.integer,
    /** The parent of the first slot. In the row it may be missing, expired, or inside the window; elsewhere null: it is not known. */
    slotBefore: column.nullable(column.integer),
  },
});
/** The greatest slot that a number holds. */
const LAST_SLOT = Number.MAX_SAFE_INTEGER;
/** Rows of a version this close to the end of their retention may be dropped before a later query reads them. */
const DROP_MARGIN_SECONDS = 600;

/** A window's part of a bucket of 1,024 slots, where every row of the bucket is retained. */
export type WindowBucket = RowOf<typeof WINDOW_BUCKETS>;

/**
 * Returns the buckets with the window's blocks that are stored whole and whose locks are retained, newest
 * first. Within the last days the known buckets are used, and only the window's first and last bucket are read;
 * for an older window all of them are read.
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
  // Block times went backwards: only then is an end of the window in many buckets.
  if (cut.length > 2) return readAll();
  const keptFrom = insertedFrom(known, kept.locks_kept_seconds);
  const whole = inside.flatMap(({ id, timed }) =>
    timed === null || timed.insertedFrom < keptFrom
      ? []
      : [{ id, firstSlot: timed.first, lastSlot: timed.last, slotBefore: null }],
  );
  const ends = cut.length === 0 ? [] : await read(cut[0]!.id, cut.at(-1)!.id);
  // Times never go backwards: in a complete bucket, the block before the window's first block is older.
  const isKnown = ({ id, slotBefore }: WindowBucket): boolean =>
    cut.some(
      (bucket) =>
        bucket.id === id &&
        bucket.isLinked &&
        bucket.insertedFrom >= keptFrom &&
        Number(slotBefore) >= bucket.timed!.first,
    );
  const partial = ends.map((end) => (isKnown(end) ? end : { ...end, slotBefore: null }));
  return [...whole, ...partial].toSorted((one, other) => other.id - one.id);
}

/** The buckets whose blocks are all in the window, and those of which some may be. */
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

/** Reads two buckets by their numbers; null: all buckets of the window. `slotBefore` is not checked yet. */
async function readEnds(
  database: Database,
  { fromTime, toTime }: TimeWindow,
  { first, last, locks_kept_seconds }: { first: number | null; last: number | null } & KeptSeconds,
  context: QueryContext,
): Promise<WindowBucket[]> {
  const [first_from, first_to] = slotsOf(first);
  const [last_from, last_to] = slotsOf(last);
  return database.rows(
    WINDOW_BUCKETS,
    {
      ...{ from_time: fromTime, to_time: toTime, locks_kept_seconds },
      ...{ first_from, first_to, last_from, last_to },
    },
    context,
  );
}

function slotsOf(bucket: number | null): [from: number, to: number] {
  return bucket === null ? [0, LAST_SLOT] : [bucket * BUCKET_SLOTS, bucket * BUCKET_SLOTS + BUCKET_SLOTS - 1];
}

/**
 * Whether a part is certainly complete: every bucket that it touches is known, complete, retained and linked to
 * the one before. False means that something may be missing.
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

/** The part of a time window that the tables answer. */
export interface StoredPart {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  /** Whether it reaches back to the window's start: then nothing of the window is older than it. */
  isWhole: boolean;
  /** The last stored block before it, where `isWhole` holds. */
  slotBefore: number | null;
}
