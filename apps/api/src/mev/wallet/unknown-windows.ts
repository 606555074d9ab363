import type { components } from '@tickscope/schemas';
import type { Database } from '../../database/database.js';
import type { QueryContext } from '../../request-context.js';
import { isDetectionComplete } from '../../slot-coverage/coverage.js';
import { readManyRanges } from '../../slot-coverage/read-many.js';
import { mergeSpans, type SlotSpan } from '../../slot-coverage/spans.js';

type RangeCoverage = components['schemas']['RangeCoverage'];

/** Each reads the slots around it and 64 more. */
const WINDOWS_A_QUERY = 500;

/**
 * Of the slots in which a wallet traded, those whose window is not wholly stored and analysed. What the coverage of the
 * scanned range says of a window is not read again: only windows that reach out of the range are, and all of them where
 * the coverage does not list everything.
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
  const gaps = unknownSpans(coverage);
  const unknown = new Set(
    distinct.filter((slot) => isListed(slot) && overlaps(gaps, slot - window, slot + window)),
  );
  const toRead = distinct.filter((slot) => !isListed(slot));
  for (let at = 0; at < toRead.length; at += WINDOWS_A_QUERY) {
    const some = toRead.slice(at, at + WINDOWS_A_QUERY);
    const windows = some.map((slot): SlotSpan => [Math.max(0, slot - window), slot + window]);
    const contents = await readManyRanges(database, windows, context);
    for (const [index, slot] of some.entries()) if (!isDetectionComplete(contents[index]!)) unknown.add(slot);
  }
  return unknown;
}

function unknownSpans({ missing_ranges, incomplete_ranges, undetected_ranges }: RangeCoverage): SlotSpan[] {
  const all = [...missing_ranges, ...incomplete_ranges, ...undetected_ranges];
  return mergeSpans(all.map(({ from_slot, to_slot }): SlotSpan => [from_slot, to_slot]));
}

/** @param spans merged, in order */
function overlaps(spans: readonly SlotSpan[], from: number, to: number): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]![1] < from) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]![0] <= to;
}
