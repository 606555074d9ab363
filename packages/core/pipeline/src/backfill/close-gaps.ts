import {
  closeGap,
  type ReadConnection,
  type ReadWrite,
  readGaps,
  readLinks,
  readNextLink,
} from '@tickscope/store';
import { repairRange } from '../repair/repair-range.js';

const LINK_WITHIN_SLOTS = 432_000;

/**
 * Closes and returns the gaps that overlap a range and whose blocks are all stored by now, oldest first. Leaves other gaps unchanged.
 */
export async function closeGaps(
  store: ReadWrite,
  range: { fromSlot: number; toSlot: number },
  signal: AbortSignal,
): Promise<{ fromSlot: number; toSlot: number }[]> {
  const closed: { fromSlot: number; toSlot: number }[] = [];
  for (const gap of (await readGaps(store.read, range)).reverse()) {
    const { fromSlot, toSlot } = gap;
    const outcome = await repairRange(
      // A block that was being replaced may be stored in part: only gap repair, which writes it again, may close its
      // gap.
      { fromSlot, toSlot, trustStored: gap.cause !== 'replaced' },
      {
        nextLink: (slot) => readNextLink(store.read, slot, LINK_WITHIN_SLOTS),
        links: (first, last) => storedWhole(store.read, first, last),
        sources: [],
        signal,
        maxBlocks: 1,
        write: () => Promise.resolve(),
      },
    );
    if (outcome.kind !== 'whole') continue;
    await closeGap(store.write, { ...gap, detail: 'filled by a backfill' });
    closed.push({ fromSlot, toSlot });
  }
  return closed;
}

/** Returns the blocks of a range stored with transactions. A block with entries only does not count. */
export async function storedWhole(
  read: ReadConnection,
  fromSlot: number,
  toSlot: number,
): ReturnType<typeof readLinks> {
  const links = await readLinks(read, fromSlot, toSlot);
  return links.filter(({ content }) => content !== 'entries_only');
}

/**
 * Returns the blocks of a range that need not be fetched: their transactions and all their token links are stored.
 * Versions without meta, and those written before links of every mint were stored, still need fetching.
 */
export async function storedWithLinks(
  read: ReadConnection,
  fromSlot: number,
  toSlot: number,
): ReturnType<typeof readLinks> {
  const versions = await storedWhole(read, fromSlot, toSlot);
  return versions.filter(({ knowsTokenLinks }) => knowsTokenLinks);
}
