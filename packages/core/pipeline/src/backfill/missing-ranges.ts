import type { SlotRange } from '@tickscope/chain';
import { type ReadConnection, readLinks, readNextLink } from '@tickscope/store';

const LINKS_AT_ONCE = 4_096;
const NEAR_SLOTS = 512;

/** The parts of a range whose blocks are not stored with entries and transactions. Skipped slots are not missing. */
export async function missingRanges(read: ReadConnection, range: SlotRange): Promise<SlotRange[]> {
  const missing: SlotRange[] = [];
  /** The first slot that nothing is known of yet. */
  let next = range.fromSlot;
  const link = (slot: number, parentSlot: number | null): void => {
    const lastMissing = Math.min(parentSlot ?? -1, range.toSlot);
    if (lastMissing >= next) missing.push({ fromSlot: next, toSlot: lastMissing });
    next = slot + 1;
  };
  for (let from = range.fromSlot; from <= range.toSlot; from += LINKS_AT_ONCE) {
    const links = await readLinks(read, from, Math.min(range.toSlot, from + LINKS_AT_ONCE - 1));
    for (const { slot, parentSlot, content } of links.sort((left, right) => left.slot - right.slot))
      if (content === 'full') link(slot, parentSlot);
  }
  if (next > range.toSlot) return missing;
  const after = await readNextLink(read, range.toSlot, NEAR_SLOTS);
  // Without a block after the range it is not known whether its last slots were skipped.
  link(range.toSlot + 1, after?.parentSlot ?? range.toSlot);
  return missing;
}
