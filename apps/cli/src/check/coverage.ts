import type { components } from '@tickscope/schemas';
import { formatSpans, spansOf } from '../slot-lists.js';

type Coverage = components['schemas']['Coverage'];

/** What an answer could not look at, a sentence each; nothing where it saw all. @param ofWhat `of this account` */
export function describeMissing({ missing_slots, incomplete_slots }: Coverage, ofWhat: string): string[] {
  const lines: string[] = [];
  if (missing_slots.length > 0)
    lines.push(`Not stored, so nothing is known ${ofWhat} there: ${slotsOf(missing_slots)}.`);
  if (incomplete_slots.length > 0)
    lines.push(
      `Stored in part only, so something ${ofWhat} may be missing there: ${slotsOf(incomplete_slots)}.`,
    );
  return lines;
}

function slotsOf(slots: readonly number[]): string {
  return `${slots.length === 1 ? 'slot' : 'slots'} ${formatSpans(spansOf([...slots].sort((a, b) => a - b)))}`;
}
