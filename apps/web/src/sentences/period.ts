import type { Schemas } from '@tickscope/sdk';
import { plural } from '../format/text.js';
import { absolute } from '../format/time.js';

export interface Period {
  /** `day`, `4 days`. */
  name: string;
  seconds: number;
}

type Coverage = Pick<
  Schemas['StorageCoverage'],
  'from_slot' | 'to_slot' | 'from_time' | 'to_time' | 'is_start_stored'
>;

const SECONDS_A_DAY = 86_400;
/** A period that ended longer ago than this is not called the last hour or day. */
const PAST_SECONDS = 900;
const UNITS: readonly [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

export const daysPeriod = (days: number): Period => ({
  name: days === 1 ? 'day' : `${days} days`,
  seconds: days * SECONDS_A_DAY,
});

/**
 * Names a period of which perhaps not all is stored: `the last day`, `the 12 minutes stored`.
 *
 * @param coverage null: nothing is stored
 * @param storedSince Unix seconds of the oldest stored block; null where that is not known
 */
export function periodText(
  { name, seconds }: Period,
  coverage: Coverage | null,
  storedSince: number | null,
  now: Date,
): string {
  if (coverage === null) return `the last ${name}`;
  const { from_slot: from, to_slot: to, to_time: until, is_start_stored: isStored } = coverage;
  const isPast = now.getTime() / 1_000 - until > PAST_SECONDS;
  const end = isPast ? ` up to ${absolute(new Date(until * 1_000))}` : '';
  if (isStored || (storedSince !== null && until - storedSince >= seconds))
    return isPast ? `the ${name}${end}` : `the last ${name}`;
  if (storedSince === null) return `slots ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`;
  return `the ${durationText(until - storedSince)} stored${end}`;
}

/** `12 minutes`: whole units, the largest one of which there are at least two. */
export function durationText(seconds: number): string {
  for (const [size, name] of UNITS) if (seconds >= 2 * size) return plural(Math.floor(seconds / size), name);
  return plural(Math.max(1, Math.floor(seconds)), 'second');
}

/** The slots of the contended accounts' hour: it ends at the newest block, and may be stored from its middle on only. */
export function hourText({
  slot_range: { min, max },
  coverage,
}: Pick<Schemas['HotAccountsResponse']['data'], 'slot_range' | 'coverage'>): string {
  if (min === null || max === null || coverage === null) return '';
  const hour = coverage.is_start_stored ? 'the last hour' : 'what is stored of the last hour';
  return `In ${hour}: slots ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
}
