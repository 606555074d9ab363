import { createHash } from 'node:crypto';
import type { Block } from '@tickscope/chain';
import { SubscribeUpdateEntry } from '@triton-one/yellowstone-grpc';
import { entrySizes, placeEntries } from '../synthetic/entry-plan.js';
import { Random } from '../synthetic/random.js';

const HASHES_PER_TICK = 62_500;

/**
 * Creates entries for a block whose source has none. They make it complete for a stream (chain fact 10): 64 ticks per
 * slot, counts that sum up, and the blockhash as last hash. Everything else is invented, but deterministic per block:
 * the ticks are meaningless and the hashes verify nothing.
 */
export function syntheticEntries({ slot, parentSlot, blockhash, transactions }: Block): {
  bodies: Uint8Array[];
  counts: number[];
} {
  const random = new Random(`synthetic-entries/${slot}`);
  const sizes = entrySizes(transactions.length, 'mixed', random);
  const skippedSlots = Math.max(0, Math.min(slot - (parentSlot ?? 0) - 1, MOST_SKIPPED_SLOTS));
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

/** More than ten thousand slots are a missing part of the chain, not skipped slots. */
const MOST_SKIPPED_SLOTS = 10_000;
