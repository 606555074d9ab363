import type { TradesOfBlock } from '@tickscope/dex';
import { type ClickHouseClient, neighbourSlots, readTrades } from '@tickscope/store';

/** A block's trades take up to a megabyte as objects, and as much again while they are read. */
const CHUNK_SLOTS = 25;
const READ_TIMEOUT_MS = 120_000;

export interface TradesChunk {
  /** In slot order. */
  blocks: TradesOfBlock[];
  /** Everything up to here has been given. */
  toSlot: number;
}

/**
 * The trades of the stored blocks of a slot range, in slot order, some slots at a time: at least one chunk
 * where the range is not empty, and the last one reaches its end. A hole costs one query, however wide it is.
 */
export async function* storedTrades(
  client: ClickHouseClient,
  range: { fromSlot: number; toSlot: number },
): AsyncGenerator<TradesChunk> {
  for (let at = range.fromSlot; at <= range.toSlot; ) {
    let toSlot = Math.min(range.toSlot, at + CHUNK_SLOTS - 1);
    const blocks = await readTrades(client, { fromSlot: at, toSlot, timeoutMs: READ_TIMEOUT_MS });
    if (blocks.length === 0) {
      const { from } = await neighbourSlots(client, toSlot, 0);
      toSlot = Math.min(range.toSlot, (from ?? Number.POSITIVE_INFINITY) - 1);
    }
    yield { blocks, toSlot };
    at = toSlot + 1;
  }
}
