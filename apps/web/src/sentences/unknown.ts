import type { Schemas } from '@tickscope/sdk';
import { plural } from '../format/text.js';

/** The state of the store when an answer was asked for. */
export type Progress = Pick<Schemas['DataStatus'], 'head' | 'stored' | 'gaps' | 'detection'>;

type Coverage = Pick<Schemas['Coverage'], 'missing_slots' | 'incomplete_slots' | 'undetected_slots'>;

/** The newest block counts as old from here on: no stream brings slots any more. */
const STALE_SECONDS = 60;

/** Slots that an answer did not see, by what becomes of them. */
export interface Unseen {
  /** Newer than the newest stored block, while blocks still come. */
  toCome: readonly number[];
  undetected: readonly number[];
  /** In a gap that is being repaired, or waits for that. */
  beingFetched: readonly number[];
  /** Older than what is stored. */
  older: readonly number[];
  /** Not stored, or in part, and not being fetched. */
  lost: readonly number[];
}

export function unseenOf(coverage: Coverage, progress: Progress | null): Unseen {
  const { missing_slots: missing, incomplete_slots: incomplete, undetected_slots: undetected } = coverage;
  const head = progress?.head?.slot ?? Number.POSITIVE_INFINITY;
  const first = progress?.stored?.from_slot ?? 0;
  const isLive = progress !== null && isAdvancing(progress);
  const isToCome = (slot: number): boolean => isLive && slot > head;
  // Without a stream there may be no repair either: a gap then stays open.
  const isRepaired = (state: string): boolean => state === 'repairing' || (state === 'open' && isLive);
  const open = progress?.gaps.newest.filter(({ state }) => isRepaired(state)) ?? [];
  const isFetched = (slot: number): boolean =>
    open.some(({ from_slot: from, to_slot: to }) => from <= slot && slot <= to);
  const absent = [...missing.filter((slot) => !isToCome(slot)), ...incomplete];
  const rest = absent.filter((slot) => !isFetched(slot));
  return {
    toCome: missing.filter(isToCome),
    undetected,
    beingFetched: absent.filter(isFetched),
    older: rest.filter((slot) => slot < first),
    lost: rest.filter((slot) => slot >= first),
  };
}

/** Whether the newest block was stored just now, by the database's clock. */
export function isAdvancing({ head }: Pick<Progress, 'head'>): boolean {
  if (head === null || head.age_seconds === null) return false;
  return head.age_seconds - (head.lag_seconds ?? 0) < STALE_SECONDS;
}

/** Why it is not known what happened around a trade, and whether that will be known without anyone's help. */
export function unknownOf(
  coverage: Coverage | null,
  progress: Progress | null,
): { isPending: boolean; reasons: string[] } {
  if (coverage === null) return { isPending: false, reasons: [] };
  const { toCome, undetected, beingFetched, older, lost } = unseenOf(coverage, progress);
  const reasons = [
    reason(undetected, 'around it', 'still being analysed'),
    reason(toCome, 'after it', 'still to come'),
    reason(beingFetched, 'around it', 'being fetched again'),
    reason(older, 'before it', 'older than what is stored'),
    reason(lost, 'around it', 'not wholly stored'),
  ].filter((text) => text !== null);
  return { isPending: reasons.length > 0 && older.length + lost.length === 0, reasons };
}

function reason({ length }: readonly number[], where: string, what: string): string | null {
  return length === 0 ? null : `${plural(length, 'slot')} ${where} ${length === 1 ? 'is' : 'are'} ${what}`;
}

/** `a, b, and c`. */
export function listText(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}
