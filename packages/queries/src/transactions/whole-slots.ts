import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const WHOLE_SLOTS = defineQuery({
  name: 'whole-slots',
  sql: sqlFile(import.meta.url, './whole-slots.sql'),
  params: { slots: param.integers },
  row: { slot: column.integer },
});

/** Returns those of some slots (at most a few thousand) whose block is stored with its transactions. */
export async function readWholeSlots(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlySet<number>> {
  const asked = [...new Set(slots)];
  if (asked.length === 0) return new Set();
  const rows = await database.rows(WHOLE_SLOTS, { slots: asked }, context);
  return new Set(rows.map(({ slot }) => slot));
}
