import { type SlotRange, subtractRanges } from '@tickscope/chain';
import {
  type ReadConnection,
  type ReadWrite,
  readGaps,
  readLinks,
  type StoredLink,
  type WriteConnection,
  writeGaps,
} from '@tickscope/store';
import { MissingRangeFinder } from './missing-range-finder.js';

/** More slots than a process can have held in memory when it ended. */
export const WINDOW_SLOTS = 1_024;

/**
 * Records gaps that a previous run detected but could not record before it ended: parents of stored blocks that are
 * neither stored nor in a recorded gap. Call before the stream is read.
 *
 * @returns the recorded ranges
 */
export async function recordUnrecordedGaps(store: ReadWrite, newestSlot: number): Promise<SlotRange[]> {
  const links = await readLinks(store.read, Math.max(0, newestSlot - WINDOW_SLOTS), newestSlot);
  const ranges = await unrecordedGaps(store.read, newestSlot, links);
  await writeUnrecordedGaps(store.write, ranges, 'it was not there when the ingester started');
  return ranges;
}

/**
 * The missing ranges between stored blocks that no gap records.
 *
 * @param links the stored blocks of the last `WINDOW_SLOTS` slots
 */
export async function unrecordedGaps(
  read: ReadConnection,
  newestSlot: number,
  links: readonly StoredLink[],
): Promise<SlotRange[]> {
  const range = { fromSlot: Math.max(0, newestSlot - WINDOW_SLOTS), toSlot: newestSlot };
  const known = await readGaps(read, range);
  const finder = new MissingRangeFinder(null);
  const missing = [...links.flatMap((link) => finder.add(link)), ...finder.finish()];
  return subtractRanges(missing, known);
}

export async function writeUnrecordedGaps(
  write: WriteConnection,
  ranges: readonly SlotRange[],
  detail: string,
): Promise<void> {
  await writeGaps(
    write,
    ranges.map((range) => ({
      ...range,
      cause: 'missing',
      state: 'open',
      detail: `a stored block names it as its parent; ${detail}`,
    })),
  );
}
