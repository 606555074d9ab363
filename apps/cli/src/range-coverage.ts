import { counted, formatRanges } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import { formatTime } from './time.js';
import { describeLinksUnknown, describeUndetected } from './undetected.js';

export type RangeCoverage = components['schemas']['RangeCoverage'];

/** For example `day`, `4 days`. */
export function daysText(days: number): string {
  return days === 1 ? 'day' : `${days} days`;
}

/**
 * When an answer is from, never more than is stored: `in the day up to … UTC`, or `in what is stored of the day up to … UTC,
 * slots 7 to 20`.
 *
 * @param period such as `day` or `6 hours`
 */
export function describePeriod(
  period: string,
  coverage: Pick<RangeCoverage, 'from_slot' | 'to_slot' | 'to_time' | 'is_start_stored'> | null,
): string {
  if (coverage === null) return `in the ${period}, of which nothing is stored`;
  const asked = `the ${period} up to ${formatTime(coverage.to_time)} UTC`;
  return coverage.is_start_stored
    ? `in ${asked}`
    : `in what is stored of ${asked}, slots ${coverage.from_slot} to ${coverage.to_slot}`;
}

/** Describes which slots of a range are stored and analysed, as sentences. @param coverage null: no block of it is stored */
export function describeCoverage(coverage: RangeCoverage | null): string[] {
  if (coverage === null) return ['No block is stored.'];
  const stored = `Looked at slots ${coverage.from_slot} to ${coverage.to_slot}`;
  const lines = [`${stored}${isStored(coverage) ? ', all of them stored.' : '.'}`];
  if (!coverage.is_start_stored)
    lines.push('The oldest stored block is younger than that: what was before it is not known.');
  const { missing_slot_count: missing, incomplete_slot_count: incomplete, ranges_truncated: cut } = coverage;
  if (missing > 0)
    lines.push(`${counted(missing, 'slot')} not stored: ${formatRanges(coverage.missing_ranges, cut)}.`);
  if (incomplete > 0)
    lines.push(
      `${counted(incomplete, 'slot')} stored in part: ${formatRanges(coverage.incomplete_ranges, cut)}.`,
    );
  lines.push(
    ...describeUndetected(coverage.undetected_ranges, cut),
    ...describeLinksUnknown(coverage.links_unknown_ranges, cut),
  );
  return lines;
}

function isStored(coverage: RangeCoverage): boolean {
  return (
    coverage.is_start_stored && coverage.missing_slot_count === 0 && coverage.incomplete_slot_count === 0
  );
}
