import { countSlots, mergeRanges, rangesOfSlots, type SlotRange, subtractRanges } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger, toIntegerOrNull } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import { readKeptSeconds } from './kept-seconds.js';
import { rangeTuples } from './range-tuples.js';

type StorageCoverage = components['schemas']['StorageCoverage'];

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const NEWEST_BLOCK = query('newest-block');
const FIRST_SLOT = query('first-slot');
const RANGE_BUCKETS = query('range-buckets');
const MISSING_RANGES = query('missing-ranges');
const OPEN_GAPS = query('open-gaps');

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

/** The newest block that is stored whole and has a time. */
export interface NewestBlock {
  slot: number;
  /** Unix seconds. */
  time: number;
}

export async function readNewestBlock(
  database: Database,
  context: QueryContext,
): Promise<NewestBlock | null> {
  const [newest] = await database.rows<[string, number]>(NEWEST_BLOCK, {}, context);
  return newest === undefined ? null : { slot: toInteger(newest[0]), time: newest[1] };
}

/** Returns the last stored block before a time and the first one at or after it; each is null where none is stored. */
export async function readSlotsAround(
  database: Database,
  { time, oldest, newest }: { time: number; oldest: number; newest: number },
  context: QueryContext,
): Promise<{ before: number | null; from: number | null }> {
  const rows = await database.rows<[isOlder: boolean, slot: string]>(
    FIRST_SLOT,
    { from_time: time, oldest, newest },
    context,
  );
  const slotOf = (isOlder: boolean): number | null =>
    toIntegerOrNull(rows.find((row) => row[0] === isOlder)?.[1] ?? null);
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
  const gapRows =
    faults.missing.length === 0 ? [] : await database.rows<[string, string]>(OPEN_GAPS, slots, context);
  const gaps = gapRows.map(toRange);
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

interface Bucket {
  id: number;
  lastSlot: number;
  /** The sum of the hashes of its slots minus the sum for its parents. */
  difference: bigint;
  lastHash: bigint;
  /** Rows that have to be checked, whatever the sums are. */
  faulty: number;
  lostLocks: number;
}

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
  type Texts = [id: string, lastSlot: string, difference: string, lastHash: string, hashBefore: string];
  type Row = [...Texts, faulty: string, lostLocks: string];
  const kept = await readKeptSeconds(database, context);
  const params = { from: fromSlot, to: toSlot, before: slotBefore ?? 0, ...kept };
  const rows = await database.rows<Row>(RANGE_BUCKETS, params, context);
  const [first] = rows;
  const hashBefore = slotBefore === null || first === undefined ? null : BigInt(first[4]);
  const buckets = rows.map(([id, lastSlot, difference, lastHash, , faulty, lostLocks]) => ({
    id: toInteger(id),
    lastSlot: toInteger(lastSlot),
    difference: BigInt.asUintN(64, BigInt(difference)),
    lastHash: BigInt(lastHash),
    faulty: toInteger(faulty),
    lostLocks: toInteger(lostLocks),
  }));
  return { rows: buckets, hashBefore };
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
  type Row = [
    missingSlots: string,
    missing: [string, string][],
    missingCount: string,
    partialCount: string,
    partial: string[],
  ];
  const { swaps_kept_seconds } = await readKeptSeconds(database, context);
  const buckets = { reported: rangeTuples(reported), read: rangeTuples(read) };
  const params = { from: fromSlot, to: toSlot, ...buckets, swaps_kept_seconds };
  const [row] = await database.rows<Row>(MISSING_RANGES, params, context);
  if (row === undefined) throw new Error('a query without GROUP BY gave no row');
  const [missingSlots, missing, missingCount, partialCount, partial] = row;
  return {
    missingSlots: toInteger(missingSlots),
    missing: missing.map(toRange),
    partialSlots: toInteger(partialCount),
    partial: rangesOfSlots(partial.map(toInteger)),
    isCut: toInteger(missingCount) > missing.length || toInteger(partialCount) > partial.length,
  };
}

function toRange([from, to]: [string, string]): SlotRange {
  return { fromSlot: toInteger(from), toSlot: toInteger(to) };
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
