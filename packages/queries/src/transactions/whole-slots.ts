import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { rowsOfSlots } from './rows-of-slots.js';
import { wholeSlots } from './stored-slots.js';

const WHOLE_SLOTS = defineQuery({
  name: 'whole-slots',
  sql: sqlFile(import.meta.url, './whole-slots.sql'),
  params: { slots: param.integers },
  row: {
    slot: column.integer,
    blockhash: column.text,
    content: column.oneOf('full', 'no_entries', 'entries_only'),
  },
  isPointRead: true,
});

/** Returns those of some slots whose block is stored with its transactions. A slot with two blocks is left out. */
export async function readWholeSlots(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlySet<number>> {
  return wholeSlots(await rowsOfSlots(WHOLE_SLOTS, { database, slots }, context));
}
