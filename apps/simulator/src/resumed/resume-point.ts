import type { StoredBlock } from '../chain/chain.js';
import { wireField } from '../chain/wire.js';
import type { ParentBlock } from '../synthetic/options.js';

/** Where a chain goes on. */
export interface ResumePoint {
  /** Blocks that have happened already, oldest first: clients may ask for them again. */
  past: StoredBlock[];
  /** `null`: a new chain. */
  parent: ParentBlock | null;
}

/**
 * Decides between two accounts of a chain: the blocks that the simulator itself kept, and the newest block that a
 * client has stored. The simulator's own are the newer ones as a rule (a client may have seen blocks that it had no time
 * to store); they do not count where they lie behind the client's block or contradict it.
 */
export function resumePoint(kept: readonly StoredBlock[], stored: ParentBlock | null): ResumePoint {
  const head = kept.at(-1);
  if (head === undefined || (stored !== null && !holds(kept, stored))) return { past: [], parent: stored };
  return {
    past: [...kept],
    parent: {
      slot: head.slot,
      blockhash: head.blockhash,
      blockHeight: head.blockHeight,
      blockTime: blockTimeOf(head),
    },
  };
}

function holds(kept: readonly StoredBlock[], stored: ParentBlock): boolean {
  if (stored.slot > kept.at(-1)!.slot) return false;
  // Stored long before the first block that is kept: nothing contradicts it.
  if (stored.slot < kept[0]!.slot) return true;
  return kept.some(({ slot, blockhash }) => slot === stored.slot && blockhash === stored.blockhash);
}

/** Field 4 of a block message's head is `UnixTimestamp`. */
function blockTimeOf({ head }: StoredBlock): number | null {
  const time = wireField(head, 4);
  return time === null ? null : (wireField(time.bytes, 1)?.value ?? null);
}
