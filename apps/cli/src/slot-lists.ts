import { formatCount } from './table.js';

export interface SlotSpan {
  from_slot: number;
  to_slot: number;
}

const MOST_SHOWN = 5;

/** Merges slots, given in order, into as few ranges as possible. */
export function spansOf(slots: readonly number[]): SlotSpan[] {
  const spans: SlotSpan[] = [];
  for (const slot of slots) {
    const last = spans.at(-1);
    if (last !== undefined && slot === last.to_slot + 1) last.to_slot = slot;
    else spans.push({ from_slot: slot, to_slot: slot });
  }
  return spans;
}

/** For example `7, 9 to 12 and 3 more ranges`. @param isCut there are more than these */
export function formatSpans(spans: readonly SlotSpan[], isCut = false): string {
  const shown = spans
    .slice(0, MOST_SHOWN)
    .map(({ from_slot: from, to_slot: to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const more = spans.length - shown.length;
  const rest =
    more === 0 && !isCut ? '' : ` and ${isCut ? 'more ranges' : `${formatCount(more)} more ranges`}`;
  return `${shown.join(', ')}${rest}`;
}
