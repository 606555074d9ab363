import { column, defineQuery, param, type RowOf, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const GAPS_OF_RANGE = defineQuery({
  name: 'gaps-of-range',
  sql: sqlFile(import.meta.url, './gaps-of-range.sql'),
  params: { from: param.integer, to: param.integer, rows: param.integer },
  row: {
    fromSlot: column.integer,
    toSlot: column.integer,
    cause: column.text,
    state: column.oneOf('open', 'repairing', 'given_up'),
    tries: column.integer,
  },
});

/** A gap that is not repaired. */
export type UnrepairedGap = RowOf<typeof GAPS_OF_RANGE>;

/** Reads the unrepaired gaps that overlap a slot range, newest first. */
export function readGaps(
  database: Database,
  range: { from: number; to: number; rows: number },
  context: QueryContext,
): Promise<UnrepairedGap[]> {
  return database.rows(GAPS_OF_RANGE, range, context);
}
