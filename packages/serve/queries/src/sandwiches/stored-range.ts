import type { SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { DayRange } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';

const RANGE = { from_slot: param.integer, to_slot: param.integer };
const SLOT_ENDS = defineFileQuery(import.meta.url, './slot-ends.sql', {
  params: RANGE,
  row: { place: column.oneOf('before', 'first', 'last'), slot: column.integer, time: column.integer },
});
const NEAR_SLOT_ENDS = defineFileQuery(import.meta.url, './near-slot-ends.sql', {
  params: { ...RANGE, near: param.integer },
  row: {
    before: column.nullable(column.integer),
    first: column.nullable(column.integer),
    firstTime: column.nullable(column.integer),
    last: column.nullable(column.integer),
    lastTime: column.nullable(column.integer),
    /** 0 where no block is stored. */
    oldest: column.integer,
  },
});

/** The blocks at both ends are first looked for within this many slots: one query instead of three. */
const NEAR_SLOTS = 4_096;

/**
 * The stored part of some slots: from the first stored block, where none is stored before them, to the last one. Null where no
 * block of them is stored.
 */
export async function readStoredPart(
  database: Database,
  slots: SlotRange,
  context: QueryContext,
): Promise<DayRange | null> {
  return (await readNear(database, slots, context)) ?? (await readAnywhere(database, slots, context));
}

/** Null where an end is farther away, or not stored. */
async function readNear(
  database: Database,
  { fromSlot, toSlot }: SlotRange,
  context: QueryContext,
): Promise<DayRange | null> {
  const params = { from_slot: fromSlot, to_slot: toSlot, near: NEAR_SLOTS };
  const [row] = await database.rows(NEAR_SLOT_ENDS, params, context);
  const { before, first, firstTime, last, lastTime, oldest } = row!;
  if (first === null || firstTime === null || last === null || lastTime === null) return null;
  if (before === null && fromSlot > oldest) return null;
  return {
    fromSlot: before === null ? first : fromSlot,
    toSlot: last,
    fromTime: firstTime,
    toTime: lastTime,
    slotBefore: before,
  };
}

async function readAnywhere(
  database: Database,
  { fromSlot, toSlot }: SlotRange,
  context: QueryContext,
): Promise<DayRange | null> {
  const rows = await database.rows(SLOT_ENDS, { from_slot: fromSlot, to_slot: toSlot }, context);
  const [before, first, last] = ['before', 'first', 'last'].map((place) =>
    rows.find((row) => row.place === place),
  );
  if (first === undefined || last === undefined) return null;
  return {
    fromSlot: before === undefined ? first.slot : fromSlot,
    toSlot: last.slot,
    fromTime: first.time,
    toTime: last.time,
    slotBefore: before?.slot ?? null,
  };
}
