import { plural } from '../format/text.js';
import css from './design.module.css';

interface Holes {
  missing_slots: readonly number[];
  incomplete_slots: readonly number[];
  undetected_slots: readonly number[];
}

interface CountedHoles {
  missing_slot_count: number;
  incomplete_slot_count: number;
  undetected_slot_count?: number;
}

/** Says which slots an answer could not look at; nothing where it saw all. */
export function CoverageBanner({ coverage }: { coverage: Holes | CountedHoles | null | undefined }) {
  if (coverage === null || coverage === undefined) return null;
  const parts =
    'missing_slots' in coverage
      ? [
          listed(coverage.missing_slots, 'not stored'),
          listed(coverage.incomplete_slots, 'stored in part'),
          listed(coverage.undetected_slots, 'not analysed yet'),
        ]
      : [
          counted(coverage.missing_slot_count, 'not stored'),
          counted(coverage.incomplete_slot_count, 'stored in part'),
          counted(coverage.undetected_slot_count ?? 0, 'not analysed yet'),
        ];
  const texts = parts.filter((part) => part !== null);
  if (texts.length === 0) return null;
  return (
    <p className={css['banner']} role="status">
      <strong>Not everything was seen.</strong> {texts.join('; ')}. What happened there is not in this answer.
    </p>
  );
}

const MOST_LISTED = 4;

function listed(slots: readonly number[], what: string): string | null {
  if (slots.length === 0) return null;
  const named = slots.slice(0, MOST_LISTED).map((slot) => slot.toLocaleString('en'));
  const more = slots.length > MOST_LISTED ? ` and ${slots.length - MOST_LISTED} more` : '';
  return `${plural(slots.length, 'slot')} ${what} (${named.join(', ')}${more})`;
}

const counted = (count: number, what: string): string | null =>
  count === 0 ? null : `${plural(count, 'slot')} ${what}`;
