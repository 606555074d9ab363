import { rangesOfSlots, type SlotRange } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import {
  type DayRange,
  type NewestBlock,
  readCoverage,
  readDayCoverage,
  readNewestBlock,
  readRangeSince,
  readSlotsAround,
  readStoredRange,
} from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';

type LocksCoverage = components['schemas']['LocksCoverage'];

/** The requested time: the hours before the newest block, one slot, or a range between two times. */
export type LockQuestion =
  | { mode: 'time_range'; value: string; hours: number }
  | { mode: 'slot'; value: string; slot: number }
  /** Unix seconds, both included. */
  | { mode: 'date_range'; value: string; fromTime: number; toTime: number };

export interface LockRange extends SlotRange {
  /** For a range of time: its `DayRange`; `null`: one slot. */
  days: DayRange | null;
}

const SECONDS_AN_HOUR = 3_600;

/** Returns the slots of a request; `null`: nothing is stored of that time. */
export async function readLockRange(
  database: Database,
  question: LockQuestion,
  context: QueryContext,
): Promise<LockRange | null> {
  if (question.mode === 'slot') return { fromSlot: question.slot, toSlot: question.slot, days: null };
  const newest = await readNewestBlock(database, context);
  if (newest === null) return null;
  const last =
    question.mode === 'time_range' ? newest : await lastUntil(database, question.toTime, newest, context);
  if (last === null) return null;
  const since =
    question.mode === 'time_range' ? last.time - question.hours * SECONDS_AN_HOUR : question.fromTime;
  // The last block before the end may be older than the beginning: then the range is empty.
  if (last.time < since) return null;
  const days = await readRangeSince(database, since, last, context);
  return { fromSlot: days.fromSlot, toSlot: days.toSlot, days };
}

/** The newest stored block whose time is not after the given one. */
async function lastUntil(
  database: Database,
  time: number,
  newest: NewestBlock,
  context: QueryContext,
): Promise<NewestBlock | null> {
  if (newest.time <= time) return newest;
  const { before } = await readSlotsAround(
    database,
    { time: time + 1, oldest: 0, newest: newest.slot },
    context,
  );
  // Its own time may be earlier; the answer reports the requested time.
  return before === null ? null : { slot: before, time };
}

/** Reads which slots of the range are not stored. */
export async function readLocksCoverage(
  database: Database,
  { fromSlot, toSlot, days }: LockRange,
  context: QueryContext,
): Promise<LocksCoverage> {
  if (days !== null) {
    const { coverage, hasLostLocks } = await readDayCoverage(database, days, context);
    return { ...coverage, has_lost_locks: hasLostLocks };
  }
  const { contents } = await readStoredRange(database, fromSlot, toSlot, context);
  const coverage = await readCoverage(database, fromSlot, toSlot, contents, context);
  return {
    from_slot: fromSlot,
    to_slot: toSlot,
    from_time: null,
    to_time: null,
    is_start_stored: contents.readable.has(fromSlot),
    missing_slot_count: coverage.missing_slots.length,
    incomplete_slot_count: coverage.incomplete_slots.length,
    missing_ranges: rangesOf(coverage.missing_slots),
    incomplete_ranges: rangesOf(coverage.incomplete_slots),
    ranges_truncated: false,
    has_lost_locks: contents.expired.length > 0,
  };
}

function rangesOf(slots: readonly number[]): { from_slot: number; to_slot: number }[] {
  return rangesOfSlots(slots).map(({ fromSlot, toSlot }) => ({ from_slot: fromSlot, to_slot: toSlot }));
}
