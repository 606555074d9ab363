import type { Block } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches, FINAL_AFTER_SLOTS } from '@tickscope/sandwich';
import { BlockWriter, writeSandwiches } from '@tickscope/store';
import { markDetected } from './mark-detected.js';
import type { TestConnection } from './test-connection.js';

/** Stores a chain and its sandwiches, in slot order, as the ingester does. */
export async function storeDetected(owner: TestConnection, blocks: readonly Block[]): Promise<void> {
  await new BlockWriter(owner).write(blocks);
  await detectStored(owner, blocks);
}

/**
 * Stores the sandwiches that one run of the detector finds in a stored chain, and marks every stored block as detected.
 *
 * @param blocks the stored blocks, in slot order
 */
export async function detectStored(owner: TestConnection, blocks: readonly Block[]): Promise<void> {
  const finalTo = blocks.at(-1)!.slot - FINAL_AFTER_SLOTS;
  const sandwiches = detectSandwiches(blocks.map(extractBlockTrades));
  await writeSandwiches(
    owner,
    sandwiches.map((sandwich) => ({ kind: 'store', sandwich, isFinal: sandwich.lastSlot <= finalTo })),
  );
  await markDetected(owner);
}
