import type { Block } from './block.js';

/** Where a transaction stands within its block's entries. */
export interface EntryPosition {
  entryIndex: number;
  /** Index within the entry. */
  txIndex: number;
  pohTick: number;
}

/**
 * The position of each transaction, by its index in the block: the entry that holds it and the index in it,
 * from the running sum of the entries' counts (chain-facts 7). `null` for a block without entries.
 */
export function transactionPositions(block: Pick<Block, 'entries' | 'content'>): EntryPosition[] | null {
  if (block.content === 'no_entries') return null;
  const positions: EntryPosition[] = [];
  for (const { index, transactionCount, pohTick } of block.entries)
    for (let txIndex = 0; txIndex < transactionCount; txIndex += 1)
      positions.push({ entryIndex: index, txIndex, pohTick });
  return positions;
}
