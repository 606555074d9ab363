import type { TradesOfBlock } from '@tickscope/dex';
import { neighbourSlots, type ReadConnection, type ReadVersion, readBlockVersions } from '@tickscope/store';
import { readTrades } from '@tickscope/store/trades';

/** A block's trades take up to a megabyte as objects, and as much again while being read. */
const CHUNK_SLOTS = 25;
const READ_TIMEOUT_MS = 120_000;

export interface TradesChunk {
  /** In slot order. */
  blocks: TradesOfBlock[];
  /** The versions stored just before the trades were read, and the detected versions that were removed since. */
  versions: ReadVersion[];
  /** Everything up to this slot has been returned. */
  toSlot: number;
}

/**
 * Yields the trades of the stored blocks of a slot range, in slot order, a few slots at a time. Yields at least one
 * chunk for a non-empty range, and the last one reaches its end. A missing range costs a few queries, however wide it
 * is.
 */
export async function* storedTrades(
  read: ReadConnection,
  range: { fromSlot: number; toSlot: number },
): AsyncGenerator<TradesChunk> {
  for (let at = range.fromSlot; at <= range.toSlot; ) {
    let toSlot = Math.min(range.toSlot, at + CHUNK_SLOTS - 1);
    const versions = await readBlockVersions(read, at, toSlot);
    let blocks: TradesOfBlock[] = [];
    if (versions.some(({ isStored }) => isStored))
      blocks = await readTrades(read, { fromSlot: at, toSlot, timeoutMs: READ_TIMEOUT_MS });
    else {
      const { from } = await neighbourSlots(read, toSlot + 1);
      const missingEnd = Math.min(range.toSlot, (from ?? Number.POSITIVE_INFINITY) - 1);
      if (missingEnd > toSlot) versions.push(...(await readBlockVersions(read, toSlot + 1, missingEnd)));
      toSlot = Math.max(toSlot, missingEnd);
    }
    yield { blocks, versions, toSlot };
    at = toSlot + 1;
  }
}
