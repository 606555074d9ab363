import { countSlots, mergeRanges, rangesOfSlots, type SlotRange, subtractRanges } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { type Bucket, bucketsOf, isInside, readRangeBuckets, SLOTS } from './buckets.js';
import type { DayRange } from './day-range.js';
import { type KeptSeconds, readKeptSeconds } from './kept-seconds.js';
import { type KnownBuckets, knownBucketsOf } from './known-buckets.js';
import { OPEN_GAPS } from './open-gaps.js';
import { StoredSlots } from './stored-slots.js';

/** Slots of a range that are missing or incomplete; a part of the ranges is listed. Times are unix seconds. */
type StorageCoverage = Awaited<ReturnType<typeof describe>>;

const MISSING_RANGES = defineFileQuery(import.meta.url, './missing-ranges.sql', {
  params: { ...SLOTS, read: param.ranges, reported: param.ranges, swaps_kept_seconds: param.integer },
  row: {
    missingSlots: column.integer,
    /** The first 10,000. */
    missing: column.list(column.tuple({ fromSlot: column.integer, toSlot: column.integer })),
    missingCount: column.integer,
    partialCount: column.integer,
    /** The first 10,000. */
    partial: column.list(column.integer),
  },
});

const LISTED_RANGES = 1_000;
/** Parameters are sent in the URL. */
const MOST_RANGES = 300;
/** Buckets of about an hour: so few are read again, because to look up which are known costs more. */
const SHORT_BUCKETS = 4;
const NOTHING_KNOWN: KnownBuckets = { all: new Map(), now: 0 };
/** Rows are dropped up to this much before their time is over. */
const DROPPED_EARLY_SECONDS = 600;

export interface DayCoverage {
  coverage: StorageCoverage;
  /** Whether some locks of the range are older than their retention. */
  hasLostLocks: boolean;
  stored: StoredSlots;
}

/** Reads which slots of a range are missing or incomplete. */
export async function readDayCoverage(
  database: Database,
  range: DayRange,
  context: QueryContext,
): Promise<DayCoverage> {
  if (bucketsOf(range).length <= SHORT_BUCKETS) {
    const { whole: _, ...coverage } = await readStoredDays(
      database,
      { range, known: NOTHING_KNOWN },
      context,
    );
    return coverage;
  }
  const buckets = knownBucketsOf(database);
  const known = await buckets.current(database, context);
  const { whole, ...coverage } = await readStoredDays(database, { range, known }, context);
  buckets.add(whole.map((bucket) => ({ bucket, isDetected: false })));
  return coverage;
}

export interface StoredDays extends DayCoverage {
  /** Buckets that were read just now, wholly in the range, in which nothing is missing or incomplete. */
  whole: Bucket[];
}

/** Like `readDayCoverage`, where it is known what has changed. */
export async function readStoredDays(
  database: Database,
  { range, known }: { range: DayRange; known: KnownBuckets },
  context: QueryContext,
): Promise<StoredDays> {
  const kept = await readKeptSeconds(database, context);
  const { rows, read, hashBefore } = await readBuckets(database, { range, known }, context);
  const now = Math.max(known.now, ...read.map((bucket) => bucket.now));
  const suspects = suspectBuckets(rows, hashBefore, (bucket) =>
    isExpired(bucket, kept.swaps_kept_seconds, now),
  );
  const faults =
    suspects.reported.length === 0
      ? NO_FAULTS
      : await readFaults(database, { range, suspects, kept }, context);
  const isWhole = ({ id }: Bucket): boolean =>
    !suspects.reported.some(({ fromSlot, toSlot }) => id >= fromSlot && id <= toSlot);
  return {
    coverage: await describe(database, range, faults, context),
    stored: new StoredSlots(rows.filter(isWhole)),
    hasLostLocks: rows.some((bucket) => isExpired(bucket, kept.locks_kept_seconds, now)),
    whole: read.filter((bucket) => isInside(bucket.id, range) && isWhole(bucket)),
  };
}

interface Buckets {
  /** In order. */
  rows: Bucket[];
  /** Those that were not known. */
  read: Bucket[];
  /** The hash of the last block before the range; null where none is stored. */
  hashBefore: bigint | null;
}

async function readBuckets(
  database: Database,
  { range, known }: { range: DayRange; known: KnownBuckets },
  context: QueryContext,
): Promise<Buckets> {
  const ids = bucketsOf(range);
  const isKnown = (id: number): boolean => known.all.has(id) && isInside(id, range);
  const question = { range, ids: ids.filter((id) => !isKnown(id)), before: range.slotBefore ?? 0 };
  const read = await readRangeBuckets(database, question, context);
  const all = new Map(read.map((bucket) => [bucket.id, bucket]));
  for (const id of ids) if (isKnown(id) && !all.has(id)) all.set(id, known.all.get(id)!.bucket);
  return {
    rows: [...all.values()].sort((left, right) => left.id - right.id),
    read,
    hashBefore: range.slotBefore === null ? null : (read[0]?.hashBefore ?? null),
  };
}

/** Whether its oldest rows may be dropped already. */
function isExpired({ oldestInsert }: Bucket, keptSeconds: number, now: number): boolean {
  return oldestInsert <= now - keptSeconds + DROPPED_EARLY_SECONDS;
}

async function describe(database: Database, range: DayRange, faults: Faults, context: QueryContext) {
  const slots = { from: range.fromSlot, to: range.toSlot };
  const gaps = faults.missing.length === 0 ? [] : await database.rows(OPEN_GAPS, slots, context);
  const missing = subtractRanges(faults.missing, gaps);
  const inGaps = subtractRanges(faults.missing, missing);
  const incomplete = mergeRanges([...inGaps, ...faults.partial]);
  const inGapSlots = countSlots(inGaps);
  const [missingRanges, incompleteRanges] = [missing, incomplete].map(listedRanges) as [Listed, Listed];
  return {
    from_slot: range.fromSlot,
    to_slot: range.toSlot,
    from_time: range.fromTime,
    to_time: range.toTime,
    is_start_stored: range.slotBefore !== null,
    missing_slot_count: faults.missingSlots - inGapSlots,
    incomplete_slot_count: faults.partialSlots + inGapSlots,
    missing_ranges: missingRanges.ranges,
    incomplete_ranges: incompleteRanges.ranges,
    ranges_truncated: faults.isCut || missingRanges.isCut || incompleteRanges.isCut,
  };
}

interface Suspects {
  /** Buckets, first and last. */
  reported: SlotRange[];
  /** The same buckets and those before them. */
  read: SlotRange[];
}

/**
 * Returns the buckets that may be incomplete. The first bucket is linked to the last block before the range;
 * without that block it cannot be linked, and is suspect.
 */
function suspectBuckets(
  buckets: readonly Bucket[],
  hashBefore: bigint | null,
  isExpired: (bucket: Bucket) => boolean,
): Suspects {
  const reported: SlotRange[] = [];
  const read: SlotRange[] = [];
  for (const [at, bucket] of buckets.entries()) {
    const { id, difference, lastHash, isFaulty } = bucket;
    const before = buckets[at - 1];
    const linkedTo = before?.lastHash ?? hashBefore;
    const isLinked = linkedTo !== null && difference === BigInt.asUintN(64, lastHash - linkedTo);
    if (isLinked && !isFaulty && !isExpired(bucket)) continue;
    reported.push({ fromSlot: id, toSlot: id });
    read.push({ fromSlot: id, toSlot: id });
    if (before !== undefined) read.push({ fromSlot: before.id, toSlot: before.id });
  }
  const merged = { reported: mergeRanges(reported), read: mergeRanges(read) };
  if (merged.read.length <= MOST_RANGES) return merged;
  const all = [{ fromSlot: merged.read[0]!.fromSlot, toSlot: merged.read.at(-1)!.toSlot }];
  return { reported: all, read: all };
}

interface Faults {
  missingSlots: number;
  missing: SlotRange[];
  partialSlots: number;
  partial: SlotRange[];
  /** There are more than are listed. */
  isCut: boolean;
}

const NO_FAULTS: Faults = { missingSlots: 0, missing: [], partialSlots: 0, partial: [], isCut: false };

async function readFaults(
  database: Database,
  {
    range: { fromSlot, toSlot },
    suspects: { reported, read },
    kept,
  }: { range: DayRange; suspects: Suspects; kept: KeptSeconds },
  context: QueryContext,
): Promise<Faults> {
  const { swaps_kept_seconds } = kept;
  const params = { from: fromSlot, to: toSlot, reported, read, swaps_kept_seconds };
  const [row] = await database.rows(MISSING_RANGES, params, context);
  if (row === undefined) throw new Error('MISSING_RANGES returned no row, though it has no GROUP BY');
  const { missingSlots, missing, missingCount, partialCount, partial } = row;
  return {
    missingSlots,
    missing,
    partialSlots: partialCount,
    partial: rangesOfSlots(partial),
    isCut: missingCount > missing.length || partialCount > partial.length,
  };
}

export interface Listed {
  ranges: { from_slot: number; to_slot: number }[];
  /** There are more than are listed. */
  isCut: boolean;
}

/** The first 1,000 of some ranges, as answers list them. */
export function listedRanges(ranges: readonly SlotRange[]): Listed {
  return { ranges: toAnswer(ranges.slice(0, LISTED_RANGES)), isCut: ranges.length > LISTED_RANGES };
}

/** Some ranges, as answers write them. */
export function toAnswer(ranges: readonly SlotRange[]): { from_slot: number; to_slot: number }[] {
  return ranges.map(({ fromSlot, toSlot }) => ({ from_slot: fromSlot, to_slot: toSlot }));
}
