import { rangesOf, type SlotRange } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import { describeLinksUnknown, describeUndetected, slotsText } from '../undetected.js';

type Coverage = components['schemas']['Coverage'];

/**
 * The slots that an answer does not cover, a sentence for each kind; empty where it covers all. @param ofWhat
 * `of this account`
 */
export function describeMissing(
  { missing_slots, incomplete_slots }: Pick<Coverage, 'missing_slots' | 'incomplete_slots'>,
  ofWhat: string,
): string[] {
  const lines: string[] = [];
  if (missing_slots.length > 0)
    lines.push(`Not stored, so nothing is known ${ofWhat} there: ${slotsText(ranges(missing_slots))}.`);
  if (incomplete_slots.length > 0)
    lines.push(
      `Stored in part only, so something ${ofWhat} may be missing there: ${slotsText(ranges(incomplete_slots))}.`,
    );
  return lines;
}

/** Like `describeMissing`, about sandwiches: adds the slots that were not analysed yet, and what to do about them. */
export function describeUnknown(coverage: Coverage): string[] {
  return [
    ...describeMissing(coverage, 'of an attacker'),
    ...describeUndetected(ranges(coverage.undetected_slots)),
    ...describeLinksUnknown(ranges(coverage.links_unknown_slots)),
  ];
}

function ranges(slots: readonly number[]): SlotRange[] {
  return rangesOf([...slots].sort((a, b) => a - b));
}
