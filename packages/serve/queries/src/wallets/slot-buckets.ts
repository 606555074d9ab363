import { column, defineFileQuery, param } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { remembered } from '../caches/remembered.js';
import { type NewestBlock, readNewestBlock, readRangeSince } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { MOST_SECONDS } from './time-window.js';

const SLOT_BUCKETS = defineFileQuery(import.meta.url, './slot-buckets.sql', {
  params: { from: param.integer, to: param.integer },
  // Times are unix seconds. The first five after `id` are 0 in a bucket without timed blocks.
  row: {
    id: column.integer,
    firstTimed: column.integer,
    lastTimed: column.integer,
    fromTime: column.integer,
    toTime: column.integer,
    timedInsertedFrom: column.integer,
    insertedFrom: column.integer,
    parentBefore: column.integer,
    lastSlot: column.integer,
    isLinked: column.flag,
    /** The database's clock, in every row. */
    nowMs: column.integer,
  },
});

export const BUCKET_SLOTS = 1_024;
/** Margin for callers whose clock differs. */
const MARGIN_SECONDS = 600;
/** More than an hour and a half of slots: older ones change by repairs only. */
const RECENT_BUCKETS = 16;
const RECENT_MS = 5_000;
const OLDER_MS = 30_000;

/** The stored rows of 1,024 slots, at least one. Times are unix seconds. */
export interface SlotBucket {
  id: number;
  /** The blocks that are stored whole and have a time. Null: the bucket has no such block. */
  timed: { first: number; last: number; fromTime: number; toTime: number; insertedFrom: number } | null;
  /** When the first of all its rows was written. */
  insertedFrom: number;
  /** The parent slot of its first row, if the bucket is linked. */
  parentBefore: number;
  lastSlot: number;
  /** Whether every row is stored whole, has a time, and is the child of the row before it. */
  isLinked: boolean;
}

/** The slots of the last 7 days. */
export interface SlotBuckets {
  newest: NewestBlock;
  /** Every block of this time or later is in one of the buckets. Unix seconds. */
  fromTime: number;
  /** In slot order. */
  buckets: SlotBucket[];
  /** The database's clock, or slightly ahead of it: unix seconds. */
  now(): number;
  /** The end of its lifetime in the cache, as `performance.now`. */
  endsAt: number;
}

interface Older {
  fromTime: number;
  nextSlot: number;
  buckets: SlotBucket[];
}

interface Read {
  buckets: SlotBucket[];
  now: () => number;
}

const olderOf = perDatabase(() => remembered<Older>(1));
const recentOf = perDatabase(() => remembered<SlotBuckets | null>(1));

/**
 * Reads what is stored of the last 7 days. Windows within them are answered from it, except for the windows'
 * two ends. The newest slots are at most 5 seconds old, the others 30. Null: no block is stored whole.
 */
export function readSlotBuckets(database: Database, context: QueryContext): Promise<SlotBuckets | null> {
  return recentOf(database)('', context, async () => {
    const endsAt = performance.now() + RECENT_MS;
    const value = await lookUp(database, endsAt, context);
    return { value, forMs: endsAt - performance.now() };
  });
}

async function lookUp(
  database: Database,
  endsAt: number,
  context: QueryContext,
): Promise<SlotBuckets | null> {
  const newest = await readNewestBlock(database, context);
  if (newest === null) return null;
  const older = await olderOf(database)('', context, async () => ({
    value: await readOlder(database, newest, context),
    forMs: OLDER_MS,
  }));
  const { buckets, now } = await readBuckets(database, older.nextSlot, newest.slot, context);
  return { newest, fromTime: older.fromTime, buckets: [...older.buckets, ...buckets], now, endsAt };
}

async function readOlder(database: Database, newest: NewestBlock, context: QueryContext): Promise<Older> {
  const { fromSlot, fromTime } = await readRangeSince(
    database,
    newest.time - MOST_SECONDS - MARGIN_SECONDS,
    newest,
    context,
  );
  const firstSlot = startOf(fromSlot);
  const nextSlot = Math.max(firstSlot, startOf(newest.slot) - RECENT_BUCKETS * BUCKET_SLOTS);
  const { buckets } =
    nextSlot === firstSlot ? { buckets: [] } : await readBuckets(database, firstSlot, nextSlot - 1, context);
  return { fromTime, nextSlot, buckets };
}

async function readBuckets(
  database: Database,
  from: number,
  to: number,
  context: QueryContext,
): Promise<Read> {
  const askedAt = performance.now();
  const rows = await database.rows(SLOT_BUCKETS, { from, to }, context);
  const buckets = rows.map(({ firstTimed, lastTimed, fromTime, toTime, timedInsertedFrom, ...row }) => ({
    id: row.id,
    timed:
      toTime === 0
        ? null
        : { first: firstTimed, last: lastTimed, fromTime, toTime, insertedFrom: timedInsertedFrom },
    insertedFrom: row.insertedFrom,
    parentBefore: row.parentBefore,
    lastSlot: row.lastSlot,
    isLinked: row.isLinked,
  }));
  const nowMs = rows[0]?.nowMs ?? Date.now();
  return { buckets, now: () => (nowMs + performance.now() - askedAt) / 1_000 };
}

function startOf(slot: number): number {
  return slot - (slot % BUCKET_SLOTS);
}
