import { csvLine } from '@tickscope/chain';
import { cleanSentence, cleanText, formatCount, formatTable } from '@tickscope/command-line';
import type { Comparison } from './compare-labels.js';
import { CAUSE_NAMES, CAUSES, type Outcome } from './outcome.js';

/** The counts, and the differences that are listed. */
export function describeComparison(comparison: Comparison, listed: readonly Outcome[]): string {
  const { labels, agree, differ, oursOnly, causes, range } = comparison;
  const share = labels === 0 ? '' : `${((100 * agree) / labels).toFixed(1)} %`;
  const rows = [
    ['labels', formatCount(labels), '', range === null ? '' : `slots ${range.fromSlot} to ${range.toSlot}`],
    ['agree', formatCount(agree), share, 'the same legs, attacker and victims, and it counts'],
    ['differ', formatCount(differ), '', ''],
    ...CAUSE_NAMES.flatMap((cause) =>
      cause === 'ours_only' || causes[cause] === undefined
        ? []
        : [[`  ${cause}`, formatCount(causes[cause]), '', CAUSES[cause]]],
    ),
    [
      'ours only',
      range === null ? '–' : formatCount(oursOnly),
      '',
      range === null ? 'not known: no label names a slot or a stored transaction' : CAUSES.ours_only,
    ],
  ];
  return [formatTable([['', 'count', '', ''], ...rows]), ...listSection(listed, differ + oursOnly)].join(
    '\n\n',
  );
}

function listSection(listed: readonly Outcome[], all: number): string[] {
  if (listed.length === 0) return [];
  const rows = listed.map(({ line, label, cause, rule, slot, sandwichId, detail }) => [
    line === null ? '' : String(line),
    cleanText(label ?? ''),
    `${cause}${rule === null ? '' : ` (Rule ${rule})`}`,
    slot === null ? '' : String(slot),
    sandwichId ?? '',
    cleanSentence(detail),
  ]);
  const more = all - listed.length;
  return [
    formatTable([['line', 'label', 'cause', 'slot', 'our sandwich', ''], ...rows]),
    ...(more > 0 ? [`and ${formatCount(more)} more: --limit, --csv or --json lists them`] : []),
  ];
}

export const CSV_HEADING = 'line,label,outcome,cause,rule,sandwich_id,slot,detail';

/** A line of CSV, without its end. */
export function outcomeCsv({ line, label, outcome, cause, rule, sandwichId, slot, detail }: Outcome): string {
  return csvLine([
    ...[line, cleanSentence(label ?? ''), outcome, cause, rule, sandwichId, slot],
    cleanSentence(detail),
  ]);
}

/** For `--json`. */
export function wireOutcome({ sandwichId, ...outcome }: Outcome): object {
  return { ...outcome, sandwich_id: sandwichId };
}

export function wireSummary({ oursOnly, range, ...counts }: Comparison): object {
  const slots = range === null ? null : { from: range.fromSlot, to: range.toSlot };
  return { summary: { ...counts, ours_only: oursOnly, slot_range: slots } };
}
