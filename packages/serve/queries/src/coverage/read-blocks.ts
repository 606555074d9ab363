import type { SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { bestVersions } from '../best-versions.js';
import { perDatabase } from '../caches/per-database.js';
import type { Database, QueryContext } from '../database.js';
import type { StoredBlock } from './coverage.js';
import { readKeptSeconds } from './kept-seconds.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';
import { type Changes, changesOf, SettledRows } from './settled-rows.js';

const STORED_BLOCKS = defineFileQuery(import.meta.url, './stored-blocks.sql', {
  params: { from: param.integer, to: param.integer },
  row: {
    slot: column.integer,
    parentSlot: column.nullable(column.integer),
    content: column.oneOf('full', 'no_entries', 'entries_only'),
    version: column.integer,
    ageSeconds: column.integer,
    blockhash: column.text,
  },
  isPointRead: true,
});
const DETECTED_VERSIONS = defineFileQuery(import.meta.url, './detected-versions.sql', {
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

/** A stored block, without what the clock changes. */
interface DatedBlock extends Omit<StoredBlock, 'isExpired'> {
  /** When it was stored, on the clock of `performance.now()`, in seconds. */
  storedAt: number;
}

/** 65,536 slots, some 10 MB. */
const MOST_BUCKETS = 256;
/** With whether detection has run over them. */
const settledBlocksOf = perDatabase(
  () => new SettledRows<DatedBlock>({ mostBuckets: MOST_BUCKETS, reach: 0, keepsEmpty: false }),
);

/** A stored block of a short range. */
export interface ReadBlock extends StoredBlock {
  /** Stored so recently that reads which started earlier may have missed its rows. */
  isFresh: boolean;
}

/** Blocks with what they were read with. */
export interface ReadBlocks {
  blocks: ReadBlock[];
  /** Null: the blocks are as they are now. */
  changes: Changes | null;
}

/** Slots read beyond a range: the parent of one of their blocks shows which slots before it were skipped. */
export const BEYOND = 64;
/** The `slots` row of a block is written last, within minutes. */
const SECONDS_OF_A_WRITE = 600;
const FRESH_SECONDS = 30;

/**
 * Reads the blocks of a short range and of 64 slots beyond it, in slot order: some hundred slots. Blocks well below the
 * newest one may be as they were a second ago (`SettledRows`).
 */
export async function readBlocks(
  database: Database,
  from: number,
  to: number,
  context: QueryContext,
): Promise<ReadBlock[]> {
  return (await readBlocksAndChanges(database, { fromSlot: from, toSlot: to }, context)).blocks;
}

/** Like `readBlocks`, for an answer that reads more of settled slots. */
export async function readBlocksAndChanges(
  database: Database,
  { fromSlot, toSlot }: SlotRange,
  context: QueryContext,
): Promise<ReadBlocks> {
  const range = { fromSlot, toSlot: toSlot + BEYOND };
  const read = (some: SlotRange) => readDatedBlocks(database, some, context);
  const [{ locks_kept_seconds: keptSeconds }, changes] = await Promise.all([
    readKeptSeconds(database, context),
    changesOf(database).current(database, context),
  ]);
  const known = changes && (await settledBlocksOf(database).read({ range, changes, read }));
  const blocks = known ?? (await read(range));
  const now = performance.now() / 1_000;
  return {
    blocks: blocks.map(({ storedAt, ...block }) => ({
      ...block,
      isExpired: now - storedAt >= keptSeconds - SECONDS_OF_A_WRITE,
      isFresh: now - storedAt < FRESH_SECONDS,
    })),
    changes,
  };
}

/** Reads the blocks of a range, in slot order. */
async function readDatedBlocks(
  database: Database,
  { fromSlot: from, toSlot: to }: SlotRange,
  context: QueryContext,
): Promise<DatedBlock[]> {
  const askedAt = performance.now() / 1_000;
  // Read concurrently. A version counts as detected only if both name it, so it does not matter which was first.
  const [stored, detected] = await Promise.all([
    database.rows(STORED_BLOCKS, { from, to }, context),
    database.rows(DETECTED_VERSIONS, { from, to }, context),
  ]);
  const detectedVersions = versionsOf(detected);
  const blocks = [...bestVersions(stored, ({ slot, blockhash }) => `${slot}.${blockhash}`).values()];
  return blocks
    .sort((left, right) => left.slot - right.slot)
    .map((block) => ({
      slot: block.slot,
      parentSlot: block.parentSlot,
      content: block.content,
      storedAt: askedAt - block.ageSeconds,
      isDetected: detectedVersions.has(versionKey(block)),
      areLinksKnown: block.version >= LINKS_KNOWN_VERSION,
    }));
}

/** The versions that the newest row of each slot names. */
function versionsOf(rows: readonly RowOf<typeof DETECTED_VERSIONS>[]): ReadonlySet<string> {
  const newest = new Map<number, RowOf<typeof DETECTED_VERSIONS>>();
  for (const row of rows) {
    const other = newest.get(row.slot);
    if (other === undefined || row.detectedAt > other.detectedAt) newest.set(row.slot, row);
  }
  return new Set([...newest.values()].filter(({ isDeleted }) => !isDeleted).map(versionKey));
}

function versionKey({
  slot,
  blockhash,
  version,
}: {
  slot: number;
  blockhash: string;
  version: number;
}): string {
  return `${slot}.${blockhash}.${version}`;
}
