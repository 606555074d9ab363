import type { SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const NEWEST_BLOCK = defineFileQuery(import.meta.url, './newest-block.sql', {
  row: { slot: column.integer, time: column.integer },
});
const FIRST_SLOT = defineFileQuery(import.meta.url, './first-slot.sql', {
  params: { from_time: param.integer, oldest: param.integer, newest: param.integer },
  row: { isOlder: column.flag, slot: column.integer },
});
const SLOTS_NEAR_TIME = defineFileQuery(import.meta.url, './slots-near-time.sql', {
  params: { time: param.integer, seconds: param.integer, oldest: param.integer, newest: param.integer },
  row: { before: column.nullable(column.integer), from: column.nullable(column.integer) },
});
/** Nearly always two blocks around a time are nearer. */
const NEAR_SECONDS = 60;
const SECONDS_AN_HOUR = 3_600;
/** Bounds the search for the first block of a time: no slot was ever as short as 100 ms. */
const MOST_SLOTS_A_DAY = 864_000;

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
  const near = { time, seconds: Math.min(time, NEAR_SECONDS), oldest, newest };
  const [around] = await database.rows(SLOTS_NEAR_TIME, near, context);
  if (around?.before != null && around.from !== null) return around;
  const rows = await database.rows(FIRST_SLOT, { from_time: time, oldest, newest }, context);
  const slotOf = (isOlder: boolean): number | null =>
    rows.find((row) => row.isOlder === isOlder)?.slot ?? null;
  return { before: slotOf(true), from: slotOf(false) };
}

/** Returns the slots of the last days before the newest block stored whole; null where no block is. */
export function readDayRange(
  database: Database,
  days: number,
  context: QueryContext,
): Promise<DayRange | null> {
  return readHoursRange(database, days * 24, context);
}

/** Returns the slots of the last hours before the newest block stored whole; null where no block is. */
export async function readHoursRange(
  database: Database,
  hours: number,
  context: QueryContext,
): Promise<DayRange | null> {
  const newest = await readNewestBlock(database, context);
  return newest && readRangeSince(database, newest.time - hours * SECONDS_AN_HOUR, newest, context);
}

/** Returns the slots from a time to a block. */
export async function readRangeSince(
  database: Database,
  since: number,
  last: NewestBlock,
  context: QueryContext,
): Promise<DayRange> {
  const fromTime = Math.max(0, since);
  const days = (last.time - fromTime) / SECONDS_AN_HOUR / 24;
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
