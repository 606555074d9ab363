import { type Paint, PLAIN } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import type { Neighbours } from '../api/neighbours.js';
import { formatTime } from '../time.js';
import { describeHeadline } from './headline.js';
import { describeNeighbours } from './neighbour-table.js';
import { describeVerdict } from './verdict.js';

type SandwichCheck = components['schemas']['SandwichCheck'];

export interface CheckReport {
  check: SandwichCheck;
  neighbours: readonly Neighbours[];
  /** Slots on either side in which sandwiches were searched for. */
  window: number;
  near: number;
  /** Further notes, a sentence each. */
  notes: readonly string[];
}

/** The output of `tickscope check` for a stored transaction. @param maxWidth of the terminal; `null`: none */
export function describeCheck(
  { check, neighbours, window, near, notes }: CheckReport,
  maxWidth: number | null,
  paint: Paint = PLAIN,
): string {
  const original = neighbours[0]?.pages[0]?.data.original_transaction;
  const state =
    check.success === null ? 'not known whether it succeeded' : check.success ? 'succeeded' : 'failed';
  const timestamp = original?.timestamp ?? null;
  const time = timestamp === null ? '' : `, ${formatTime(timestamp)} UTC`;
  // A block without entries has no ticks; then the answer's tick is the last possible one.
  const isTickExact = original?.poh_tick_exact ?? true;
  const tick = isTickExact ? `tick ${check.poh_tick}` : 'tick unknown';
  const headline = describeHeadline(check);
  const verdict = describeVerdict(check, window, isTickExact);
  // What happened comes first, its details last.
  return [
    headline === null ? verdict : paint.bold(headline),
    [
      `Transaction ${check.signature}`,
      `slot ${check.slot}, ${tick}${time}, ${state}`,
      `signer ${check.signer}`,
    ].join('\n'),
    ...neighbours.map((each) => describeNeighbours(each, check, near, maxWidth, paint)),
    ...(headline === null ? [] : [verdict]),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
  ].join('\n\n');
}
