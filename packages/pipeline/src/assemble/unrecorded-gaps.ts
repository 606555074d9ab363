import { type SlotRange, subtractRanges } from '@tickscope/chain';
import {
  column,
  defineQuery,
  param,
  type ReadConnection,
  type ReadWrite,
  readLinks,
  runQuery,
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
const WINDOW_SLOTS = 1_024;

/**
 * Records gaps that a previous run detected but could not record before it ended: parents of stored blocks that are
 * neither stored nor in a recorded gap. Call before the stream is read.
 *
 * @returns the recorded ranges
 */
export async function recordUnrecordedGaps(store: ReadWrite, newestSlot: number): Promise<SlotRange[]> {
  const ranges = await readUnrecordedGaps(store.read, newestSlot);
  await writeUnrecordedGaps(store.write, ranges, 'it was not there when the ingester started');
  return ranges;
}

/** The missing ranges between the stored blocks of the last 1,024 slots that no gap records. */
export async function readUnrecordedGaps(read: ReadConnection, newestSlot: number): Promise<SlotRange[]> {
  const fromSlot = Math.max(0, newestSlot - WINDOW_SLOTS);
  const links = await readLinks(read, fromSlot, newestSlot);
  const range = { from_slot: fromSlot, to_slot: newestSlot };
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
