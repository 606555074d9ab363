import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import { type Coverage, type RangeContents, rangeContents } from './coverage.js';
import { readKeptSeconds } from './kept-seconds.js';
import { readManyCoverages } from './read-many.js';
import { type StoredBlockRow, toStoredBlock } from './stored-block-row.js';

const STORED_BLOCKS = { name: 'stored-blocks', sql: sqlFile(import.meta.url, './stored-blocks.sql') };

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
  const rows = await database.rows<[...StoredBlockRow, isFresh: number]>(
    STORED_BLOCKS,
    { from, to, locks_kept_seconds },
    context,
  );
  const blocks = rows.map(toStoredBlock);
  return {
    contents: rangeContents(from, to, blocks),
    isFresh: rows.some(([, , , , , , fresh]) => fresh === 1),
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
