import { formatCount } from './table.js';

export interface SlotRange {
  from_slot: number;
  to_slot: number;
}

const MOST_SHOWN = 5;

/** Merges slots, given in order, into as few ranges as possible. */
export function rangesOf(slots: readonly number[]): SlotRange[] {
  const ranges: SlotRange[] = [];
  for (const slot of slots) {
    const last = ranges.at(-1);
    if (last !== undefined && slot === last.to_slot + 1) last.to_slot = slot;
    else ranges.push({ from_slot: slot, to_slot: slot });
  }
  return ranges;
}

/** For example `7, 9 to 12 and 3 more ranges`. @param isCut there are more than these */
export function formatRanges(ranges: readonly SlotRange[], isCut = false): string {
  const shown = ranges
    .slice(0, MOST_SHOWN)
    .map(({ from_slot: from, to_slot: to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const more = ranges.length - shown.length;
  const rest =
    more === 0 && !isCut
      ? ''
      : ` and ${isCut ? 'more ranges' : `${formatCount(more)} more ${more === 1 ? 'range' : 'ranges'}`}`;
  return `${shown.join(', ')}${rest}`;
}
