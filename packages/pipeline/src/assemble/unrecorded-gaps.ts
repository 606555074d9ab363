import { type SlotRange, subtractRanges } from '@tickscope/chain';
import {
  column,
  defineQuery,
  param,
  type ReadConnection,
  type ReadWrite,
  readLinks,
  runQuery,
  type StoredLink,
  sqlFile,
  type WriteConnection,
  writeGaps,
} from '@tickscope/store';
import { MissingRangeFinder } from './missing-range-finder.js';

const GAPS_OF_RANGE = defineQuery({
  name: 'recorded-gaps',
  sql: sqlFile(import.meta.url, './gaps-of-range.sql'),
  params: { from_slot: param.integer, to_slot: param.integer },
  row: { fromSlot: column.integer, toSlot: column.integer },
});

const QUERY_TIMEOUT_MS = 30_000;
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
  const range = { from_slot: Math.max(0, newestSlot - WINDOW_SLOTS), to_slot: newestSlot };
  const known = await runQuery(read, GAPS_OF_RANGE, range, { timeoutMs: QUERY_TIMEOUT_MS });
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
