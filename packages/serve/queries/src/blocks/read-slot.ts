import type { components } from '@tickscope/schemas';
import { readBlocks } from '../coverage/read-blocks.js';
import type { Database, QueryContext } from '../database.js';
import { readEntries, readTransactions, type TransactionsAsked } from './block-contents.js';
import { type BlockFacts, readRangeOfBlocks } from './blocks-of-range.js';
import { readGaps } from './gaps-of-range.js';
import { slotStates } from './slot-states.js';
import { readStoredEnds } from './stored-ends.js';

type SlotRecord = components['schemas']['SlotRecord'];

/** The most gaps of one slot; there is at most one of each cause. */
const GAPS = 10;

/** Reads a slot: whether it is stored, and if so its block, its entries and a page of its transactions. */
export async function readSlot(
  database: Database,
  slot: number,
  asked: TransactionsAsked,
  context: QueryContext,
): Promise<SlotRecord> {
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
  const { leader, name, client, version } = range.leaderAt(slot);
  return {
    slot,
    head_slot: ends?.head?.slot ?? null,
    state: state!.state,
    reason: state!.reason,
    is_detected: state!.isDetected,
    leader,
    validator_name: name,
    client,
    client_version: version,
    block: block === null ? null : toBlock(block),
    entries,
    transactions,
    next_index: nextIndex,
  };
}

function toBlock(block: BlockFacts): NonNullable<SlotRecord['block']> {
  return {
    blockhash: block.blockhash,
    parent_slot: block.parentSlot,
    parent_blockhash: block.parentBlockhash,
    block_height: block.blockHeight,
    block_time: block.blockTime,
    transaction_count: block.transactionCount,
    vote_count: block.voteCount,
    failed_count: block.failedCount,
    entry_count: block.entryCount,
    tick_count: block.tickCount,
    num_hashes: block.numHashes,
  };
}
