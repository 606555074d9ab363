import { column, defineQuery, param, type RowOf, sqlFile } from '@tickscope/store';
import { bestCopies } from '../best-copies.js';
import type { Database, QueryContext } from '../database.js';
import { type Coverage, type RangeContents, rangeContents } from './coverage.js';
import { readKeptSeconds } from './kept-seconds.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';
import { readManyCoverages } from './read-many.js';

const STORED_BLOCKS = defineQuery({
  name: 'stored-blocks',
  sql: sqlFile(import.meta.url, './stored-blocks.sql'),
  params: { from: param.integer, to: param.integer, locks_kept_seconds: param.integer },
  row: {
    slot: column.integer,
    parentSlot: column.nullable(column.integer),
    content: column.oneOf('full', 'no_entries', 'entries_only'),
    isExpired: column.flag,
    version: column.integer,
    isFresh: column.flag,
    blockhash: column.text,
  },
  isPointRead: true,
});
const DETECTED_COPIES = defineQuery({
  name: 'detected-copies',
  sql: sqlFile(import.meta.url, './detected-copies.sql'),
  params: { from: param.integer, to: param.integer },
  row: {
    slot: column.integer,
    blockhash: column.text,
    version: column.integer,
    isDeleted: column.flag,
    /** Microseconds. */
    detectedAt: column.integer,
  },
  isPointRead: true,
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
  // Read concurrently. A copy counts as detected only if both name it, so it does not matter which was first.
  const [stored, detected] = await Promise.all([
    database.rows(STORED_BLOCKS, { from, to, locks_kept_seconds }, context),
    database.rows(DETECTED_COPIES, { from, to }, context),
  ]);
  const detectedCopies = copiesOf(detected);
  const blocks = [...bestCopies(stored, ({ slot, blockhash }) => `${slot}.${blockhash}`).values()];
  return {
    contents: rangeContents(
      from,
      to,
      blocks.map((block) => ({
        ...block,
        isDetected: detectedCopies.has(copyKey(block)),
        areLinksKnown: block.version >= LINKS_KNOWN_VERSION,
      })),
    ),
    isFresh: blocks.some(({ isFresh }) => isFresh),
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

/** The copies that the newest row of each slot names. */
function copiesOf(rows: readonly RowOf<typeof DETECTED_COPIES>[]): ReadonlySet<string> {
  const newest = new Map<number, RowOf<typeof DETECTED_COPIES>>();
  for (const row of rows) {
    const other = newest.get(row.slot);
    if (other === undefined || row.detectedAt > other.detectedAt) newest.set(row.slot, row);
  }
  return new Set([...newest.values()].filter(({ isDeleted }) => !isDeleted).map(copyKey));
}

function copyKey({ slot, blockhash, version }: { slot: number; blockhash: string; version: number }): string {
  return `${slot}.${blockhash}.${version}`;
}
