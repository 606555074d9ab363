import { rangesOfSlots, type SlotRange } from '@tickscope/chain';
import {
  type DayRange,
  type NewestBlock,
  readCoverage,
  readDayCoverage,
  readHoursRange,
  readNewestBlock,
  readRangeSince,
  readSlotsAround,
  readStoredRange,
  toAnswer,
} from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';

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

/** Returns the slots of a request; `null`: nothing is stored of that time. */
export async function readLockRange(
  database: Database,
  question: LockQuestion,
  context: QueryContext,
): Promise<LockRange | null> {
  if (question.mode === 'slot') return { fromSlot: question.slot, toSlot: question.slot, days: null };
  const days =
    question.mode === 'time_range'
      ? await readHoursRange(database, question.hours, context)
      : await readDates(database, question, context);
  return days && { fromSlot: days.fromSlot, toSlot: days.toSlot, days };
}

async function readDates(
  database: Database,
  { fromTime, toTime }: { fromTime: number; toTime: number },
  context: QueryContext,
): Promise<DayRange | null> {
  const last = await lastUntil(database, toTime, context);
  // The last block before the end may be older than the beginning: then the range is empty.
  return last === null || last.time < fromTime ? null : readRangeSince(database, fromTime, last, context);
}

/** The newest stored block whose time is not after the given one. */
async function lastUntil(
  database: Database,
  time: number,
  context: QueryContext,
): Promise<NewestBlock | null> {
  const newest = await readNewestBlock(database, context);
  if (newest === null || newest.time <= time) return newest;
  const around = { time: time + 1, oldest: 0, newest: newest.slot };
  const { before } = await readSlotsAround(database, around, context);
  // Its own time may be earlier; the answer reports the requested time.
  return before === null ? null : { slot: before, time };
}

/** Reads which slots of the range are not stored. */
export async function readLocksCoverage(
  database: Database,
  { fromSlot, toSlot, days }: LockRange,
  context: QueryContext,
) {
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
    missing_ranges: toAnswer(rangesOfSlots(coverage.missing_slots)),
    incomplete_ranges: toAnswer(rangesOfSlots(coverage.incomplete_slots)),
    ranges_truncated: false,
    has_lost_locks: contents.expired.length > 0,
  };
}
