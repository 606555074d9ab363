import { createHash } from 'node:crypto';
import { SubscribeUpdateEntry } from '@triton-one/yellowstone-grpc';
import { entrySizes, placeEntries } from '../synthetic/entry-plan.js';
import { Random } from '../synthetic/random.js';

const HASHES_PER_TICK = 62_500;

export interface BlockForEntries {
  slot: number;
  parentSlot: number;
  /** 32 bytes. */
  blockhash: Uint8Array;
  transactionCount: number;
}

/**
 * Entries for a block whose source has none. They make it complete as a stream sees it (chain fact 10):
 * 64 ticks a slot, counts that sum up, the last hash the blockhash. Everything else about them is invented,
 * though always the same for the same block: ticks mean nothing and the hashes verify nothing.
 */
export function syntheticEntries(block: BlockForEntries): { bodies: Uint8Array[]; counts: number[] } {
  const { slot, parentSlot, blockhash, transactionCount } = block;
  const random = new Random(`synthetic-entries/${slot}`);
  const sizes = entrySizes(transactionCount, 'mixed', random);
  const skippedSlots = Math.max(0, Math.min(slot - parentSlot - 1, MOST_SKIPPED_SLOTS));
  const planned = placeEntries(sizes, skippedSlots, HASHES_PER_TICK, random);
  let hash = createHash('sha256').update(`synthetic/${slot}`).digest();
  let startIndex = 0;
  const bodies = planned.map(({ numHashes, transactionCount: count }, index) => {
    hash = createHash('sha256').update(hash).digest();
    const isLast = index === planned.length - 1;
    const body = SubscribeUpdateEntry.encode({
      slot: String(slot),
      index: String(index),
      numHashes: String(numHashes),
      hash: isLast ? blockhash : hash,
      executedTransactionCount: String(count),
      startingTransactionIndex: String(startIndex),
    }).finish();
    startIndex += count;
    return body;
  });
  return { bodies, counts: planned.map(({ transactionCount: count }) => count) };
}

/** A hole of more than ten thousand slots is a missing stretch of the chain, not skipped slots. */
const MOST_SKIPPED_SLOTS = 10_000;
