import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { type Coverage, type RangeContents, rangeContents } from './coverage.js';
import { readKeptSeconds } from './kept-seconds.js';
import { readManyCoverages } from './read-many.js';
import { STORED_BLOCK_COLUMNS, toStoredBlock } from './stored-block-row.js';

const STORED_BLOCKS = defineQuery({
  name: 'stored-blocks',
  sql: sqlFile(import.meta.url, './stored-blocks.sql'),
  params: { from: param.integer, to: param.integer, locks_kept_seconds: param.integer },
  row: { ...STORED_BLOCK_COLUMNS, isFresh: column.flag },
});

export interface StoredRange {
  contents: RangeContents;
  /** A block of the range was stored so recently that reads which started earlier may have missed its rows. */
  isFresh: boolean;
}

/** Reads what is stored of a slot range, ends included. A wide range costs one row per slot. */
export async function readStoredRange(
  database: Database,
  from: number,
  to: number,
  context: QueryContext,
): Promise<StoredRange> {
  const { locks_kept_seconds } = await readKeptSeconds(database, context);
  const rows = await database.rows(STORED_BLOCKS, { from, to, locks_kept_seconds }, context);
  return {
    contents: rangeContents(from, to, rows.map(toStoredBlock)),
    isFresh: rows.some(({ isFresh }) => isFresh),
  };
}

/** Reads the coverage of an answer over a range: the slots that it does not know. */
export async function readCoverage(
  database: Database,
  from: number,
  to: number,
  contents: RangeContents,
  context: QueryContext,
): Promise<Coverage> {
  const [coverage] = await readManyCoverages(database, [{ fromSlot: from, toSlot: to }], [contents], context);
  return coverage!;
}
