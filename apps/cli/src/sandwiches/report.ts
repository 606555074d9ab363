import { type Column, cleanText, counted, fitTable, formatCount, type Paint } from '@tickscope/command-line';
import { shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { describeCoverage, type RangeCoverage } from '../range-coverage.js';
import { formatTime } from '../time.js';
import { describeGain, describeLosses } from './losses.js';

export type Sandwich = components['schemas']['SandwichEvent'];

const COLUMNS: readonly Column[] = [
  { heading: 'time (UTC)', dispensable: 4 },
  { heading: 'slot', align: 'right', dispensable: 2 },
  { heading: 'pool' },
  { heading: 'attacker' },
  { heading: 'victims', align: 'right', dispensable: 6 },
  { heading: 'lost', align: 'right' },
  { heading: 'gain', align: 'right', dispensable: 5 },
  { heading: 'confidence', dispensable: 3 },
  { heading: 'intent', dispensable: 7 },
  { heading: 'id', dispensable: 1 },
];

export interface SandwichList {
  sandwiches: Sandwich[];
  hasMore: boolean;
  /** Coverage of the slots from the newest asked about to the last one looked at; null: no block of them is stored. */
  coverage: RangeCoverage | null;
}

/** The output of `tickscope sandwiches`. @param maxWidth of the terminal; `null`: none */
export function describeSandwiches(
  { sandwiches, hasMore, coverage }: SandwichList,
  maxWidth: number | null,
  paint: Paint,
): string {
  const covered = describeCoverage(coverage).join('\n');
  if (sandwiches.length === 0) return `No stored sandwich matches.\n\n${covered}`;
  const rows = sandwiches.map((sandwich) => cellsOf(sandwich, paint));
  const table = fitTable(COLUMNS, rows, maxWidth);
  const shown = counted(sandwiches.length, 'sandwich', 'sandwiches');
  const notes = [
    ...table.notes,
    `${shown}${hasMore ? ', and there are more: --limit shows them' : ''}. One in detail: tickscope sandwich ID`,
  ];
  return [table.text, notes.join('\n'), covered].join('\n\n');
}

function cellsOf(sandwich: Sandwich, paint: Paint): string[] {
  const { block_time: time, slot_range: slots, pool, attackers } = sandwich;
  const more = attackers.length > 1 ? ` +${attackers.length - 1}` : '';
  return [
    formatTime(time),
    slots.from === slots.to ? String(slots.from) : `${slots.from}+${slots.to - slots.from}`,
    cleanText(pool.pool_label),
    paint.red(`${shortAddress(attackers[0] ?? '')}${more}`),
    formatCount(sandwich.victim_count),
    paint.yellow(describeLosses(sandwich)),
    describeGain(sandwich),
    sandwich.confidence,
    sandwich.intent,
    sandwich.id,
  ];
}
