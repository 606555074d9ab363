import { column, defineFileQuery, param } from '@tickscope/store';
import { readBlocks } from '../coverage/read-blocks.js';
import type { Database, QueryContext } from '../database.js';
import { readRangeOfBlocks } from './blocks-of-range.js';
import { readGaps } from './gaps-of-range.js';
import { slotStates } from './slot-states.js';
import { readStoredEnds } from './stored-ends.js';

const SANDWICHES_OF_RANGE = defineFileQuery(import.meta.url, './sandwiches-of-range.sql', {
  params: { from: param.integer, to: param.integer },
  row: { firstSlot: column.integer, count: column.integer },
});

/** More gaps than slots cannot matter, but several may name one slot. */
const GAPS_A_SLOT = 3;

/** Reads the newest slots, or those before a slot, newest first, down to the oldest stored one. */
export async function readNewestSlots(
  database: Database,
  { before, limit }: { before: number | null; limit: number },
  context: QueryContext,
) {
  const ends = await readStoredEnds(database, context);
  if (ends === null) return { headSlot: null, slots: [], nextBefore: null };
  const [oldest, newest] = [ends.oldest.slot, ends.newest.slot];
  const to = Math.min(newest, before === null ? newest : before - 1);
  const from = Math.max(oldest, to - limit + 1);
  const headSlot = ends.head?.slot ?? null;
  if (to < oldest) return { headSlot, slots: [], nextBefore: null };
  const [blocks, gaps] = await Promise.all([
    readBlocks(database, from, to, context),
    readGaps(database, { from, to, rows: GAPS_A_SLOT * limit }, context),
  ]);
  // After the states: what is called stored and analysed has its block and its sandwiches.
  const [range, sandwiches] = await Promise.all([
    readRangeOfBlocks(database, { from, to }, context),
    database.rows(SANDWICHES_OF_RANGE, { from, to }, context),
  ]);
  const counts = new Map(sandwiches.map(({ firstSlot, count }) => [firstSlot, count]));
  const slots = slotStates({ from, to }, blocks, gaps, { oldest, newest }).map((state) => ({
    ...state,
    ...range.leaderAt(state.slot),
    block: range.blockAt(state.slot),
    /** Null where detection has not run. */
    sandwichCount: state.isDetected === true ? (counts.get(state.slot) ?? 0) : null,
  }));
  return { headSlot, slots: slots.reverse(), nextBefore: from > oldest ? from : null };
}
