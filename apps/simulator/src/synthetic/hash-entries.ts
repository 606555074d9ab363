import type { CompiledTransaction } from './compile-transaction.js';
import { type PlannedEntry, TICKS_PER_SLOT } from './entry-plan.js';
import type { ConsensusModel } from './options.js';
import { hashTimes, hashWithMixin, merkleRoot } from './poh.js';

/** Hashes the entries of a block in order and counts their ticks. */
export function hashEntries(
  slot: number,
  parentSlot: number,
  parentBlockhash: Buffer,
  model: ConsensusModel,
  planned: readonly PlannedEntry[],
  transactions: readonly CompiledTransaction[],
): HashedEntry[] {
  let hash = parentBlockhash;
  let startIndex = 0;
  // Tick height after the last tick: forward from the parent's, or (Alpenglow) known from the block itself.
  let ticks = model === 'alpenglow' ? (slot + 1) * TICKS_PER_SLOT - 1 : (parentSlot + 1) * TICKS_PER_SLOT;
  return planned.map(({ numHashes, transactionCount }, index) => {
    if (transactionCount === 0) {
      hash = hashTimes(hash, numHashes);
      ticks += 1;
    } else {
      const end = startIndex + transactionCount;
      const signatures: Buffer[] = [];
      for (let at = startIndex; at < end; at += 1) signatures.push(...transactions[at]!.signatures);
      hash = hashWithMixin(hash, numHashes, merkleRoot(signatures));
    }
    const entry: HashedEntry = {
      index,
      numHashes,
      hash,
      transactionCount,
      startIndex,
      claimedStartIndex: startIndex,
      pohTick: ticks,
    };
    startIndex += transactionCount;
    return entry;
  });
}

export interface HashedEntry {
  index: number;
  numHashes: number;
  hash: Buffer;
  transactionCount: number;
  /** Block index of its first transaction: the true value, not the one claimed in the stream. */
  startIndex: number;
  /** The value claimed in the stream. */
  claimedStartIndex: number;
  /** `slot × 64 + tick` (chain fact 3). */
  pohTick: number;
}
