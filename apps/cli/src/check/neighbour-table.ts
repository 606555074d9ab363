import { type Column, cleanText, fitTable, formatCount, type Paint, PLAIN } from '@tickscope/command-line';
import { shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import type { Neighbours } from '../api/neighbours.js';
import { describeMissing } from './coverage.js';
import { type NeighbourRow, neighbourRows } from './neighbour-rows.js';
import { describeRoles } from './roles.js';

type SandwichCheck = components['schemas']['SandwichCheck'];

const COLUMNS: readonly Column[] = [
  { heading: 'ticks', align: 'right' },
  { heading: 'slot', align: 'right', dispensable: 1 },
  { heading: 'index', align: 'right', dispensable: 3 },
  { heading: 'signer' },
  { heading: 'signature', dispensable: 2 },
  { heading: 'lock', dispensable: 4 },
  { heading: 'what it is' },
];

/**
 * The transactions that locked an account just before and after the transaction, as a table with its heading.
 *
 * @param check the verdict on the transaction, from which its attackers get their names
 */
export function describeNeighbours(
  { account, pages }: Neighbours,
  check: SandwichCheck,
  near: number,
  maxWidth: number | null,
  paint: Paint = PLAIN,
): string {
  const { data } = pages[0]!;
  const { from, to } = data.slot_range;
  const label = check.pools.find(({ pool_address: address }) => address === account)?.pool_label;
  const total = data.summary.total_matching_transactions;
  const heading =
    `${label === undefined ? 'Account' : cleanText(label)} ${account}\n` +
    `${formatCount(total)} ${total === 1 ? 'transaction touches' : 'transactions touch'} it in slots ${from} to ${to}`;

  const isVictim = check.incidents.some(({ pool_address: pool, success }) => pool === account && success);
  const rows = neighbourRows(pages, account, near, check.incidents);
  const table = fitTable(
    COLUMNS,
    rows.flatMap((row) => [...hiddenCells(row), cells(row, isVictim, paint)]),
    maxWidth,
  );
  const notes = [
    ...(rows.some(({ isTickExact }) => !isTickExact)
      ? ['~: blocks without entries have no exact ticks; the ends of their slots are used instead.']
      : []),
    ...table.notes,
    ...describeMissing(data.coverage, 'of this account'),
  ];
  return [heading, '', table.text, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

function cells(row: NeighbourRow, isVictim: boolean, paint: Paint): string[] {
  const isVictimHere = row.isOriginal && isVictim;
  const roles = isVictimHere ? [{ name: 'victim' as const, isOwn: true }, ...row.roles] : row.roles;
  const what = roles.length === 0 && !row.isOriginal ? paint.dim('other') : describeRoles(roles, paint);
  const touch = row.isOriginal && row.lock === null ? ' (does not touch it)' : '';
  return [
    `${row.isTickExact ? '' : '~'}${row.tickOffset > 0 ? '+' : ''}${row.tickOffset}`,
    String(row.slot),
    String(row.block_index),
    shortAddress(row.signer),
    shortAddress(row.signature),
    row.lock ?? '',
    row.isOriginal ? `${what} ${paint.bold(`<- this one${touch}`)}`.trim() : what,
  ];
}

/** A row that stands for the hidden transactions above. */
function hiddenCells({ hiddenBefore }: NeighbourRow): string[][] {
  if (hiddenBefore === 0) return [];
  return [['…', '', '', '', '', '', hiddenBefore === null ? '…' : `${formatCount(hiddenBefore)} more`]];
}
