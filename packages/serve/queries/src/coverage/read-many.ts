import { firstIndex, mergeRanges, type SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { SLOTS_A_BUCKET } from './buckets.js';
import {
  type Coverage,
  coverageOf,
  type RangeContents,
  rangeContents,
  type StoredBlock,
} from './coverage.js';
import { readKeptSeconds } from './kept-seconds.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';
import { OPEN_GAPS } from './open-gaps.js';
import { BEYOND, readBlocks } from './read-blocks.js';

const STORED_BLOCKS_OF_RANGES = defineFileQuery(import.meta.url, './stored-blocks-of-ranges.sql', {
  params: { ranges: param.ranges, locks_kept_seconds: param.integer },
  /** Blocks of a bucket of slots that differ only in what the lists say of them. */
  row: {
    bucket: column.integer,
    content: column.oneOf('full', 'no_entries', 'entries_only'),
    isExpired: column.flag,
    isDetected: column.flag,
    version: column.integer,
    /** Place of each block in the bucket, in order. */
    places: column.list(column.integer),
    /** Those whose parent is not known. */
    withoutParent: column.list(column.integer),
    /** Those that come after skipped slots, and how many these are. */
    afterSkipped: column.list(column.tuple({ place: column.integer, skipped: column.integer })),
  },
});

/** A single range of at most this many slots is read by plainer queries, which are planned in less time. */
const SHORT_SLOTS = 400;

/** Reads what is stored of some slot ranges in one query, in the order of the ranges. They may overlap. */
export async function readManyRanges(
  database: Database,
  ranges: readonly SlotRange[],
  context: QueryContext,
): Promise<RangeContents[]> {
  if (ranges.length === 0) return [];
  const apart = mergeRanges(ranges.map(({ fromSlot, toSlot }) => ({ fromSlot, toSlot: toSlot + BEYOND })));
  const blocks = await readBlocksOf(database, apart, context);
  return ranges.map(({ fromSlot, toSlot }) => {
    const first = firstAtOrAfter(blocks, fromSlot);
    return rangeContents(fromSlot, toSlot, blocks.slice(first, firstAtOrAfter(blocks, toSlot + BEYOND + 1)));
  });
}

/** @param apart merged, in order, with the slots beyond them */
async function readBlocksOf(
  database: Database,
  apart: readonly SlotRange[],
  context: QueryContext,
): Promise<StoredBlock[]> {
  const [first] = apart;
  if (apart.length === 1 && first!.toSlot - first!.fromSlot <= SHORT_SLOTS)
    return readBlocks(database, first!.fromSlot, first!.toSlot - BEYOND, context);
  const { locks_kept_seconds } = await readKeptSeconds(database, context);
  const rows = await database.rows(STORED_BLOCKS_OF_RANGES, { ranges: apart, locks_kept_seconds }, context);
  return rows.flatMap(storedBlocksOf).sort((left, right) => left.slot - right.slot);
}

function storedBlocksOf(row: RowOf<typeof STORED_BLOCKS_OF_RANGES>): StoredBlock[] {
  const { bucket, content, isExpired, isDetected } = row;
  const areLinksKnown = row.version >= LINKS_KNOWN_VERSION;
  const withoutParent = new Set(row.withoutParent);
  const skippedBefore = new Map(row.afterSkipped.map(({ place, skipped }) => [place, skipped]));
  return row.places.map((place) => {
    const slot = bucket * SLOTS_A_BUCKET + place;
    // Of two blocks of a slot both get the lower parent: either shows which slots were skipped.
    const skipped = skippedBefore.get(place) ?? (withoutParent.has(place) ? null : 0);
    const parentSlot = skipped === null ? null : slot - skipped - 1;
    return { slot, parentSlot, content, isExpired, isDetected, areLinksKnown };
  });
}

/** Reads the coverage of an answer over each of some ranges, in one query. */
export async function readManyCoverages(
  database: Database,
  ranges: readonly SlotRange[],
  contents: readonly RangeContents[],
  context: QueryContext,
): Promise<Coverage[]> {
  const missing = contents.flatMap(({ notStored }) => (notStored.length === 0 ? [] : [notStored[0]!]));
  if (missing.length === 0) return contents.map((content) => coverageOf(content, []));
  const from = ranges.reduce((least, { fromSlot }) => Math.min(least, fromSlot), Number.MAX_SAFE_INTEGER);
  const to = ranges.reduce((most, { toSlot }) => Math.max(most, toSlot), 0);
  const gaps = await database.rows(OPEN_GAPS, { from, to }, context);
  return contents.map((content) => coverageOf(content, gaps));
}

/** The index of the first block at or after a slot, in a list in slot order. */
function firstAtOrAfter(blocks: readonly StoredBlock[], slot: number): number {
  return firstIndex(blocks.length, (at) => blocks[at]!.slot < slot);
}
