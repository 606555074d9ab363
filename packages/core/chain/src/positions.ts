import type { Block } from './block.js';

/** The position of a transaction within its block's entries. */
export interface EntryPosition {
  entryIndex: number;
  /** Index within the entry. */
  txIndex: number;
  pohTick: number;
}

/**
 * Returns the position of each transaction by its index in the block: its entry and its index in it, from the running
 * sum of the entries' counts (chain fact 7). Null for a block without entries.
 *
 * @example
 * ```ts
 * import { transactionPositions } from '@tickscope/chain';
 * import { tradedBlock } from '@tickscope/testkit/traded-block';
 *
 * const swap = { does: 'swap', from: 'A', paid: 10n, got: 9n } as const;
 * const block = tradedBlock(100, [{ ...swap, trader: 'one' }, { ...swap, trader: 'two' }]);
 * // The first entry, after the 64 ticks of each slot before.
 * transactionPositions(block)![1]; // => { entryIndex: 0, txIndex: 1, pohTick: 6_400 }
 * ```
 */
export function transactionPositions(block: Pick<Block, 'entries' | 'content'>): EntryPosition[] | null {
  if (block.content === 'no_entries') return null;
  const positions: EntryPosition[] = [];
  for (const { index, transactionCount, pohTick } of block.entries)
    for (let txIndex = 0; txIndex < transactionCount; txIndex += 1)
      positions.push({ entryIndex: index, txIndex, pohTick });
  return positions;
}
