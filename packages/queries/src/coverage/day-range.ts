import { countSlots, mergeRanges, rangesOfSlots, type SlotRange, subtractRanges } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import { column, defineQuery, param, type RowOf, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { readKeptSeconds } from './kept-seconds.js';
import { OPEN_GAPS } from './open-gaps.js';

type StorageCoverage = components['schemas']['StorageCoverage'];

const SLOTS = { from: param.integer, to: param.integer };
const NEWEST_BLOCK = defineQuery({
  name: 'newest-block',
  sql: sqlFile(import.meta.url, './newest-block.sql'),
  params: {},
  row: { slot: column.integer, time: column.integer },
});
const FIRST_SLOT = defineQuery({
  name: 'first-slot',
  sql: sqlFile(import.meta.url, './first-slot.sql'),
  params: { from_time: param.integer, oldest: param.integer, newest: param.integer },
  row: { isOlder: column.flag, slot: column.integer },
});
const RANGE_BUCKETS = defineQuery({
  name: 'range-buckets',
  sql: sqlFile(import.meta.url, './range-buckets.sql'),
  params: {
    ...SLOTS,
    before: param.integer,
    locks_kept_seconds: param.integer,
    swaps_kept_seconds: param.integer,
  },
  row: {
    id: column.integer,
    lastSlot: column.integer,
    /** The sum of the hashes of its slots minus the sum for its parents. */
    difference: (value: string) => BigInt.asUintN(64, column.exact(value)),
    lastHash: column.exact,
    /** The hash of the last block before the range; the same in every row. */
    hashBefore: column.exact,
    /** Rows that have to be checked even if the sums match. */
    faulty: column.integer,
    lostLocks: column.integer,
  },
});
const MISSING_RANGES = defineQuery({
  name: 'missing-ranges',
  sql: sqlFile(import.meta.url, './missing-ranges.sql'),
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

const SECONDS_A_DAY = 86_400;
/** Bounds the search for the first block of a time: no slot was ever as short as 100 ms. */
const MOST_SLOTS_A_DAY = 864_000;
const LISTED_RANGES = 1_000;
/** Parameters are sent in the URL. */
const MOST_RANGES = 300;

/** The last days of the stored data. `toSlot` is the newest block stored whole. */
export interface DayRange extends SlotRange {
  /** Unix seconds, both included. */
  fromTime: number;
  toTime: number;
  /** The last stored block before the range, which shows where the range begins; null: none is stored. */
  slotBefore: number | null;
}

/** The newest block that is stored whole and has a time (Unix seconds). */
export type NewestBlock = RowOf<typeof NEWEST_BLOCK>;

export async function readNewestBlock(
  database: Database,
  context: QueryContext,
): Promise<NewestBlock | null> {
  const [newest] = await database.rows(NEWEST_BLOCK, {}, context);
  return newest ?? null;
}

/** Returns the last stored block before a time and the first one at or after it; each is null where none is stored. */
export async function readSlotsAround(
  database: Database,
  { time, oldest, newest }: { time: number; oldest: number; newest: number },
  context: QueryContext,
): Promise<{ before: number | null; from: number | null }> {
  const rows = await database.rows(FIRST_SLOT, { from_time: time, oldest, newest }, context);
  const slotOf = (isOlder: boolean): number | null =>
    rows.find((row) => row.isOlder === isOlder)?.slot ?? null;
  return { before: slotOf(true), from: slotOf(false) };
}

/** Returns the slots of the last days before the newest block stored whole; null where no block is. */
export async function readDayRange(
  database: Database,
  days: number,
  context: QueryContext,
): Promise<DayRange | null> {
  const newest = await readNewestBlock(database, context);
  return newest === null
    ? null
    : readRangeSince(database, newest.time - days * SECONDS_A_DAY, newest, context);
}

/** Returns the slots from a time to a block. */
export async function readRangeSince(
  database: Database,
  since: number,
  last: NewestBlock,
  context: QueryContext,
): Promise<DayRange> {
  const fromTime = Math.max(0, since);
  const days = (last.time - fromTime) / SECONDS_A_DAY;
  const oldest = Math.max(0, last.slot - Math.ceil(days * MOST_SLOTS_A_DAY));
  const around = await readSlotsAround(database, { time: fromTime, oldest, newest: last.slot }, context);
  const first = around.from ?? last.slot;
  // Slots between the last older block and the first one of the range may belong to either side.
  return {
    fromSlot: around.before === null ? first : Math.min(first, around.before + 1),
    toSlot: last.slot,
    fromTime,
    toTime: last.time,
    slotBefore: around.before,
  };
}

export interface DayCoverage {
  coverage: StorageCoverage;
  /** Whether some locks of the range are older than their retention. */
  hasLostLocks: boolean;
}

/** Reads which slots of a range are missing or incomplete. */
export async function readDayCoverage(
  database: Database,
  range: DayRange,
  context: QueryContext,
): Promise<DayCoverage> {
  const slots = { from: range.fromSlot, to: range.toSlot };
  const buckets = await readBuckets(database, range, context);
  const suspects = suspectBuckets(buckets.rows, buckets.hashBefore);
  const faults =
    suspects.reported.length === 0 ? NO_FAULTS : await readFaults(database, range, suspects, context);
  const gaps = faults.missing.length === 0 ? [] : await database.rows(OPEN_GAPS, slots, context);
  const missing = subtractRanges(faults.missing, gaps);
  const inGaps = subtractRanges(faults.missing, missing);
  const incomplete = mergeRanges([...inGaps, ...faults.partial]);
  const inGapSlots = countSlots(inGaps);
  const [missingRanges, incompleteRanges] = [missing, incomplete].map(listedRanges) as [Listed, Listed];
  return {
    coverage: {
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
    },
    hasLostLocks: buckets.rows.some(({ lostLocks }) => lostLocks > 0),
  };
}

type Bucket = RowOf<typeof RANGE_BUCKETS>;

interface Buckets {
  rows: Bucket[];
  /** The hash of the last block before the range; null where none is stored. */
  hashBefore: bigint | null;
}

async function readBuckets(
  database: Database,
  { fromSlot, toSlot, slotBefore }: DayRange,
  context: QueryContext,
): Promise<Buckets> {
  const kept = await readKeptSeconds(database, context);
  const params = { from: fromSlot, to: toSlot, before: slotBefore ?? 0, ...kept };
  const rows = await database.rows(RANGE_BUCKETS, params, context);
  return { rows, hashBefore: slotBefore === null ? null : (rows[0]?.hashBefore ?? null) };
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
function suspectBuckets(buckets: readonly Bucket[], hashBefore: bigint | null): Suspects {
  const reported: SlotRange[] = [];
  const read: SlotRange[] = [];
  for (const [at, { id, difference, lastHash, faulty }] of buckets.entries()) {
    const before = buckets[at - 1];
    const linkedTo = before?.lastHash ?? hashBefore;
    const isLinked = linkedTo !== null && difference === BigInt.asUintN(64, lastHash - linkedTo);
    if (isLinked && faulty === 0) continue;
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
  { fromSlot, toSlot }: DayRange,
  { reported, read }: Suspects,
  context: QueryContext,
): Promise<Faults> {
  const { swaps_kept_seconds } = await readKeptSeconds(database, context);
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
  return {
    ranges: ranges
      .slice(0, LISTED_RANGES)
      .map(({ fromSlot, toSlot }) => ({ from_slot: fromSlot, to_slot: toSlot })),
    isCut: ranges.length > LISTED_RANGES,
  };
}
