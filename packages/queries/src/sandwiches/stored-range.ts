import type { SlotRange } from '@tickscope/chain';
import { column, defineQuery, param, type RowOf, sqlFile } from '@tickscope/store';
import type { DayRange } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';

const SLOT_ENDS = defineQuery({
  name: 'slot-ends',
  sql: sqlFile(import.meta.url, './slot-ends.sql'),
  params: { from_slot: param.integer, to_slot: param.integer, near: param.integer },
  row: {
    place: column.oneOf('before', 'first', 'last', 'oldest'),
    slot: column.integer,
    time: column.integer,
  },
});
type SlotEnd = RowOf<typeof SLOT_ENDS>;

/** Where a stored block is looked for first: farther from the ends only where none is so near. */
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
  const near = await readEnds(database, slots, NEAR_SLOTS, context);
  const isFound =
    near.first !== undefined &&
    near.last !== undefined &&
    (near.before !== undefined || slots.fromSlot <= (near.oldest?.slot ?? 0));
  const { before, first, last } = isFound
    ? near
    : await readEnds(database, slots, Number.MAX_SAFE_INTEGER, context);
  if (first === undefined || last === undefined) return null;
  return {
    fromSlot: before === undefined ? first.slot : slots.fromSlot,
    toSlot: last.slot,
    fromTime: first.time,
    toTime: last.time,
    slotBefore: before?.slot ?? null,
  };
}

type Ends = Partial<Record<SlotEnd['place'], SlotEnd>>;

async function readEnds(
  database: Database,
  { fromSlot, toSlot }: SlotRange,
  near: number,
  context: QueryContext,
): Promise<Ends> {
  const rows = await database.rows(SLOT_ENDS, { from_slot: fromSlot, to_slot: toSlot, near }, context);
  return Object.fromEntries(rows.map((row) => [row.place, row]));
}
