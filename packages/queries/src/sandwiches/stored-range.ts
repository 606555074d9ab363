import type { SlotRange } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { DayRange } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';

const SLOT_ENDS = defineQuery({
  name: 'slot-ends',
  sql: sqlFile(import.meta.url, './slot-ends.sql'),
  params: { from_slot: param.integer, to_slot: param.integer },
  row: { place: column.oneOf('before', 'first', 'last'), slot: column.integer, time: column.integer },
});

/**
 * The stored part of some slots: from the first stored block, where none is stored before them, to the last one. Null where no
 * block of them is stored.
 */
export async function readStoredPart(
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
