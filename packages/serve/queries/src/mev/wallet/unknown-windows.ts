import { firstIndex, mergeRanges, rangeAround, type SlotRange } from '@tickscope/chain';
import { isDetectionComplete, type RangeCoverage, readManyRanges } from '../../coverage/index.js';
import type { Database, QueryContext } from '../../database.js';

/** Each window reads the slots around it and 64 more. */
const WINDOWS_A_QUERY = 500;

/**
 * Returns those slots of a wallet's trades whose window is not wholly stored and analysed. Windows inside the
 * scanned range are decided by its coverage. Only windows that reach beyond the range are read again, or all of
 * them where the coverage does not list every range.
 *
 * @param slots within the range of the coverage
 */
export async function readUnknownWindows(
  database: Database,
  slots: readonly number[],
  window: number,
  coverage: RangeCoverage,
  context: QueryContext,
): Promise<ReadonlySet<number>> {
  const distinct = [...new Set(slots)].sort((left, right) => left - right);
  const isListed = (slot: number): boolean =>
    !coverage.ranges_truncated && slot - window >= coverage.from_slot && slot + window <= coverage.to_slot;
  const gaps = unknownRanges(coverage);
  const unknown = new Set(
    distinct.filter((slot) => isListed(slot) && overlaps(gaps, slot - window, slot + window)),
  );
  const toRead = distinct.filter((slot) => !isListed(slot));
  for (let at = 0; at < toRead.length; at += WINDOWS_A_QUERY) {
    const some = toRead.slice(at, at + WINDOWS_A_QUERY);
    const windows = some.map((slot) => rangeAround(slot, window));
    const contents = await readManyRanges(database, windows, context);
    for (const [index, slot] of some.entries()) if (!isDetectionComplete(contents[index]!)) unknown.add(slot);
  }
  return unknown;
}

function unknownRanges({ missing_ranges, incomplete_ranges, undetected_ranges }: RangeCoverage): SlotRange[] {
  const all = [...missing_ranges, ...incomplete_ranges, ...undetected_ranges];
  return mergeRanges(all.map(({ from_slot, to_slot }) => ({ fromSlot: from_slot, toSlot: to_slot })));
}

/** @param ranges merged, in order */
function overlaps(ranges: readonly SlotRange[], from: number, to: number): boolean {
  const first = ranges[firstIndex(ranges.length, (at) => ranges[at]!.toSlot < from)];
  return first !== undefined && first.fromSlot <= to;
}
