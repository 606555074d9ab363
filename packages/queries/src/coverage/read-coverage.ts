import type { Database, QueryContext } from '../database.js';
import { type Coverage, type RangeContents, rangeContents } from './coverage.js';
import { readBlocks } from './read-blocks.js';
import { readManyCoverages } from './read-many.js';

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
  const blocks = await readBlocks(database, from, to, context);
  return { contents: rangeContents(from, to, blocks), isFresh: blocks.some(({ isFresh }) => isFresh) };
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
