import type { Schemas } from '@tickscope/sdk';
import { plural } from '../format/text.js';
import { type Progress, unseenOf } from './unknown.js';

type Listed = Pick<Schemas['Coverage'], 'missing_slots' | 'incomplete_slots' | 'undetected_slots'>;
type Ranges = Pick<Schemas['StorageCoverage'], 'to_slot' | 'missing_slot_count' | 'incomplete_slot_count'> &
  Partial<Pick<Schemas['RangeCoverage'], 'undetected_slot_count' | 'undetected_ranges'>>;
export type AnyCoverage = Listed | Ranges;

export interface CoverageTexts {
  /** Slots that were not seen, and may never be. */
  holes: string | null;
  /** How far detection is, which is always a few slots behind. */
  behind: string | null;
}

const SECONDS_A_SLOT = 0.4;
/** Skipped slots between two slots that wait for detection: two leaders in a row without a block. */
const MOST_SKIPPED = 8;
/** Detection that is further behind than this has a problem: half a minute. */
const MOST_BEHIND = 75;
const MOST_LISTED = 4;

/** @param progress for an answer that lists slots: how far storing and detection were when it was asked for */
export function coverageTexts(coverage: AnyCoverage, progress: Progress | null): CoverageTexts {
  return 'missing_slots' in coverage ? textsOfSlots(coverage, progress) : textsOfRanges(coverage);
}

function textsOfSlots(coverage: Listed, progress: Progress | null): CoverageTexts {
  const { toCome } = unseenOf(coverage, progress);
  const isToCome = new Set(toCome);
  const detectedTo = progress?.detection.to_slot ?? Number.POSITIVE_INFINITY;
  const behind = coverage.undetected_slots.filter((slot) => slot > detectedTo);
  const isFar = behind.length > MOST_BEHIND;
  const [first] = behind;
  const newest = Math.max(progress?.head?.slot ?? 0, behind.at(-1) ?? 0);
  return {
    holes: joined([
      listed(
        coverage.missing_slots.filter((slot) => !isToCome.has(slot)),
        'not stored',
      ),
      listed(coverage.incomplete_slots, 'stored in part'),
      listed(
        coverage.undetected_slots.filter((slot) => isFar || slot <= detectedTo),
        'not analysed yet',
      ),
    ]),
    behind: joined([
      first === undefined || isFar ? null : behindText(first - 1, newest),
      toCome.length === 0 ? null : `${plural(toCome.length, 'slot')} of this view still to come`,
    ]),
  };
}

function textsOfRanges(coverage: Ranges): CoverageTexts {
  const { to_slot: newest, undetected_slot_count: undetected = 0, undetected_ranges: ranges = [] } = coverage;
  const { first, count } = waitingEnd(ranges, newest);
  const isNear = first !== null && newest - first < MOST_BEHIND;
  return {
    holes: joined([
      counted(coverage.missing_slot_count, 'not stored'),
      counted(coverage.incomplete_slot_count, 'stored in part'),
      counted(isNear ? undetected - count : undetected, 'not analysed yet'),
    ]),
    behind: isNear ? behindText(first - 1, newest) : null,
  };
}

/** The undetected slots at the end of a range, which detection is about to reach. */
function waitingEnd(
  ranges: readonly Schemas['SlotRange'][],
  newest: number,
): { first: number | null; count: number } {
  let end = { first: null as number | null, count: 0 };
  for (const { from_slot: from, to_slot: to } of ranges.toReversed()) {
    if ((end.first ?? newest + 1) - to - 1 > MOST_SKIPPED) break;
    end = { first: from, count: end.count + to - from + 1 };
  }
  return end;
}

function behindText(analysedTo: number, newest: number): string {
  const seconds = Math.max(1, Math.round((newest - analysedTo) * SECONDS_A_SLOT));
  return `Analysed up to slot ${analysedTo.toLocaleString('en')}, about ${seconds} s behind`;
}

function listed(slots: readonly number[], what: string): string | null {
  if (slots.length === 0) return null;
  const named = slots.slice(0, MOST_LISTED).map((slot) => slot.toLocaleString('en'));
  const more = slots.length > MOST_LISTED ? ` and ${slots.length - MOST_LISTED} more` : '';
  return `${plural(slots.length, 'slot')} ${what} (${named.join(', ')}${more})`;
}

const counted = (count: number, what: string): string | null =>
  count === 0 ? null : `${plural(count, 'slot')} ${what}`;

function joined(parts: readonly (string | null)[]): string | null {
  const texts = parts.filter((part) => part !== null);
  return texts.length === 0 ? null : texts.join('; ');
}
