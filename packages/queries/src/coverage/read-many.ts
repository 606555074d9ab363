import { mergeRanges, type SlotRange } from '@tickscope/chain';
import { defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import {
  type Coverage,
  coverageOf,
  type RangeContents,
  rangeContents,
  type StoredBlock,
} from './coverage.js';
import { readKeptSeconds } from './kept-seconds.js';
import { OPEN_GAPS } from './open-gaps.js';
import { BEYOND, readBlocks } from './read-blocks.js';
import { STORED_BLOCK_COLUMNS, toStoredBlock } from './stored-block-row.js';

const STORED_BLOCKS_OF_RANGES = defineQuery({
  name: 'stored-blocks-of-ranges',
  sql: sqlFile(import.meta.url, './stored-blocks-of-ranges.sql'),
  params: { ranges: param.ranges, locks_kept_seconds: param.integer },
  row: STORED_BLOCK_COLUMNS,
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
  return rows.map(toStoredBlock);
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
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.slot < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
