import type { Schemas } from '@tickscope/sdk';
import { percent, plural } from '../format/text.js';

type Competition = Pick<Schemas['Competition'], 'summary'>;

/** How B trades around A, in one sentence; sandwiches come first. `period`: `the last day`. */
export function competitionSentence({ summary }: Competition, period: string): string {
  const { sandwiches, total_interactions: met, a_trades_affected_pct: share, total_a_trades: ofA } = summary;
  if (ofA === 0) return `No trade of A was seen in ${period}.`;
  const near = `B is near ${percent(100 * share)} of A’s successful trades`;
  if (sandwiches > 0) {
    const often = sandwiches === 1 ? 'once' : sandwiches === 2 ? 'twice' : plural(sandwiches, 'time');
    return `B sandwiched A ${often} in ${period}; ${near}.`;
  }
  if (met === 0) return `B was not seen near A’s trades in ${period}.`;
  return share > 0 ? `${near} in ${period}.` : `Only failed attempts of B are near A’s trades in ${period}.`;
}

/** The figures beside the sentence. Each meeting is in a sandwich, in an attempt at one that failed, before A or after it. */
export function competitionFacts({ summary }: Competition): [name: string, figure: number][] {
  return [
    ['Trades of A', summary.total_a_trades],
    ['Trades of B', summary.total_b_trades],
    ['Shared pools', summary.shared_pools],
    ['Meetings', summary.total_interactions],
    ['Sandwiches of A by B', summary.sandwiches],
    ['Else before A', summary.frontruns],
    ['Else after A', summary.backruns],
  ];
}

/** Says what the figures count. */
export const COMPETITION_NOTE =
  'Trades are counted with failed ones. A meeting is a trade of A with a leg of its sandwich, or with a failed attempt or ' +
  'another trade of B near it; “else” is outside of sandwiches.';
