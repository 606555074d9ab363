import type { StoredBlock } from '../chain/chain.js';
import { wireField } from '../chain/wire.js';
import type { ParentBlock } from '../synthetic/options.js';

/** The point at which a chain resumes. */
export interface ResumePoint {
  /** Past blocks, oldest first, which clients may request again. */
  past: StoredBlock[];
  /** Null for a new chain. */
  parent: ParentBlock | null;
}

/**
 * Decides between the blocks that the simulator kept and the newest block that a client stored. The simulator's are
 * usually newer (a client may have seen blocks that it could not store); they are ignored if they are older than the
 * client's block or contradict it.
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
  // It was stored long before the first kept block, so nothing contradicts it.
  if (stored.slot < kept[0]!.slot) return true;
  return kept.some(({ slot, blockhash }) => slot === stored.slot && blockhash === stored.blockhash);
}

/** Field 4 of a block message's head is `UnixTimestamp`. */
function blockTimeOf({ head }: StoredBlock): number | null {
  const time = wireField(head, 4);
  return time === null ? null : (wireField(time.bytes, 1)?.value ?? null);
}
