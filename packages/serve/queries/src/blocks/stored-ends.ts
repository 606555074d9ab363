import { column, defineFileQuery, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const STORED_ENDS = defineFileQuery(import.meta.url, './stored-ends.sql', {
  row: {
    end: column.oneOf('oldest', 'newest', 'head'),
    slot: column.integer,
    /** Unix seconds, like the others. */
    blockTime: column.nullable(column.integer),
    storedAt: column.integer,
    /** By the database's clock. */
    now: column.integer,
  },
});

export type StoredEnd = Omit<RowOf<typeof STORED_ENDS>, 'end'>;

/** The ends of what is stored. */
export interface StoredEnds {
  oldest: StoredEnd;
  newest: StoredEnd;
  /** The newest block with transactions; null: there are only blocks without. */
  head: StoredEnd | null;
}

/** Reads the ends of what is stored; null: nothing is. */
export async function readStoredEnds(database: Database, context: QueryContext): Promise<StoredEnds | null> {
  const rows = await database.rows(STORED_ENDS, {}, context);
  const of = (end: string): StoredEnd | null => rows.find((row) => row.end === end) ?? null;
  const [oldest, newest] = [of('oldest'), of('newest')];
  return oldest === null || newest === null ? null : { oldest, newest, head: of('head') };
}
