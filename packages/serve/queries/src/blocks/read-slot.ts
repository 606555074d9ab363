import { readBlocks } from '../coverage/read-blocks.js';
import type { Database, QueryContext } from '../database.js';
import { readEntries, readTransactions, type TransactionsAsked } from './block-contents.js';
import { readRangeOfBlocks } from './blocks-of-range.js';
import { readGaps } from './gaps-of-range.js';
import { slotStates } from './slot-states.js';
import { readStoredEnds } from './stored-ends.js';

/** The most gaps of one slot; there is at most one of each cause. */
const GAPS = 10;

/** Reads a slot: whether it is stored, and if so its block, its entries and a page of its transactions. */
export async function readSlot(
  database: Database,
  slot: number,
  asked: TransactionsAsked,
  context: QueryContext,
) {
  const [ends, blocks, gaps] = await Promise.all([
    readStoredEnds(database, context),
    readBlocks(database, slot, slot, context),
    readGaps(database, { from: slot, to: slot, rows: GAPS }, context),
  ]);
  const known = ends === null ? null : { oldest: ends.oldest.slot, newest: ends.newest.slot };
  const [state] = slotStates({ from: slot, to: slot }, blocks, gaps, known);
  // After the state: a slot that is called stored has its block.
  const range = await readRangeOfBlocks(database, { from: slot, to: slot }, context);
  const block = range.blockAt(slot);
  const [entries, { transactions, nextIndex }] = await Promise.all([
    block === null || block.entryCount === null ? [] : readEntries(database, slot, context),
    block === null || block.content === 'entries_only'
      ? { transactions: [], nextIndex: null }
      : readTransactions(database, slot, asked, context),
  ]);
  const headSlot = ends?.head?.slot ?? null;
  return { headSlot, ...state!, ...range.leaderAt(slot), block, entries, transactions, nextIndex };
}
