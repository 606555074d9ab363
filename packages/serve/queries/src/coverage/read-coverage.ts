import type { Database, QueryContext } from '../database.js';
import { type Coverage, type RangeContents, rangeContents } from './coverage.js';
import { readBlocksAndChanges } from './read-blocks.js';
import { readManyCoverages } from './read-many.js';
import type { Changes } from './settled-rows.js';

export interface StoredRange {
  contents: RangeContents;
  /** A block of the range was stored so recently that reads which started earlier may have missed its rows. */
  isFresh: boolean;
  /** Changes that the range was read with; null: as it is now. What else the answer reads must not be older. */
  changes: Changes | null;
}

/** Reads what is stored of a slot range, ends included. A wide range costs one row per slot. */
export async function readStoredRange(
  database: Database,
  from: number,
  to: number,
  context: QueryContext,
): Promise<StoredRange> {
  const { blocks, changes } = await readBlocksAndChanges(database, { fromSlot: from, toSlot: to }, context);
  const isFresh = blocks.some((block) => block.isFresh);
  return { contents: rangeContents(from, to, blocks), isFresh, changes };
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
