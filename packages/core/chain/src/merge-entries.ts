import type { Block } from './block.js';
import { ChainDataError } from './errors.js';
import { equalBytes } from './reserved-keys.js';
import { type RawEntry, tickEntries } from './ticks.js';

/**
 * Combines a block without entries with the entries of the same block into a full one. Throws `contradiction` if the
 * entries are those of another block.
 */
export function mergeEntries(block: Block, entries: readonly RawEntry[]): Block {
  const count = entries.reduce((sum, entry) => sum + entry.transactionCount, 0);
  const lastHash = entries.at(-1)?.hash;
  if (count !== block.transactions.length || lastHash === undefined || !equalBytes(lastHash, block.blockhash))
    throw new ChainDataError('contradiction', `slot ${block.slot}: the entries are of another block`);
  return { ...block, ...tickEntries(block.slot, block.parentSlot, entries), content: 'full' };
}
