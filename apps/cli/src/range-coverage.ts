import type { components } from '@tickscope/schemas';
import { formatRanges } from './slot-lists.js';
import { formatCount } from './table.js';
import { describeLinksUnknown, describeUndetected } from './undetected.js';

export type RangeCoverage = components['schemas']['RangeCoverage'];

/** What of a slot range is stored and analysed, as sentences. @param coverage null: no block of it is stored */
export function describeCoverage(coverage: RangeCoverage | null): string[] {
  if (coverage === null) return ['No block is stored.'];
  const stored = `Looked at slots ${coverage.from_slot} to ${coverage.to_slot}`;
  const lines = [`${stored}${isStored(coverage) ? ', all of them stored.' : '.'}`];
  if (!coverage.is_start_stored)
    lines.push('The oldest stored block is younger than that: what was before it is not known.');
  const { missing_slot_count: missing, incomplete_slot_count: incomplete, ranges_truncated: cut } = coverage;
  if (missing > 0) lines.push(`${slots(missing)} not stored: ${formatRanges(coverage.missing_ranges, cut)}.`);
  if (incomplete > 0)
    lines.push(`${slots(incomplete)} stored in part: ${formatRanges(coverage.incomplete_ranges, cut)}.`);
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

function slots(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'slot' : 'slots'}`;
}
