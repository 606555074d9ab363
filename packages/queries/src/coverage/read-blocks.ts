import { column, defineQuery, param, type RowOf, sqlFile } from '@tickscope/store';
import { bestCopies } from '../best-copies.js';
import type { Database, QueryContext } from '../database.js';
import type { StoredBlock } from './coverage.js';
import { readKeptSeconds } from './kept-seconds.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';

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

/** A stored block of a short range. */
export interface ReadBlock extends StoredBlock {
  /** Stored so recently that reads which started earlier may have missed its rows. */
  isFresh: boolean;
}

/** Reads the blocks of a short range and of 64 slots beyond it, in slot order: some hundred slots. */
export async function readBlocks(
  database: Database,
  from: number,
  to: number,
  context: QueryContext,
): Promise<ReadBlock[]> {
  const { locks_kept_seconds } = await readKeptSeconds(database, context);
  // Read concurrently. A copy counts as detected only if both name it, so it does not matter which was first.
  const [stored, detected] = await Promise.all([
    database.rows(STORED_BLOCKS, { from, to, locks_kept_seconds }, context),
    database.rows(DETECTED_COPIES, { from, to }, context),
  ]);
  const detectedCopies = copiesOf(detected);
  const blocks = [...bestCopies(stored, ({ slot, blockhash }) => `${slot}.${blockhash}`).values()];
  return blocks
    .sort((left, right) => left.slot - right.slot)
    .map((block) => ({
      slot: block.slot,
      parentSlot: block.parentSlot,
      content: block.content,
      isExpired: block.isExpired,
      isFresh: block.isFresh,
      isDetected: detectedCopies.has(copyKey(block)),
      areLinksKnown: block.version >= LINKS_KNOWN_VERSION,
    }));
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
