import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import { useMemo, useState } from 'react';
import type { BlockTransaction, SlotRecord } from '../../api/chain-queries.js';
import design from '../../design/design.module.css';
import { Address, Card, type Column, Pager, Role, Signature, Sol, Table } from '../../design/index.js';
import { BlockDrawing, BlockLegend } from '../../drawings/block/block-drawing.js';
import { isPart, roleOf } from '../../drawings/block/layout.js';
import { tickInSlot } from '../../drawings/ticks.js';
import { solOf } from '../../format/sol.js';
import { nameText, plural } from '../../format/text.js';

const route = getRouteApi('/slot/$slot');
const ROWS = 40;

type View = 'all' | 'swaps' | 'parts' | undefined;

const VIEWS: readonly (readonly [view: View, name: string])[] = [
  [undefined, 'Without votes'],
  ['swaps', 'Swaps'],
  ['parts', 'In sandwiches'],
  ['all', 'All'],
];

function isShown(transaction: BlockTransaction, view: View): boolean {
  const role = roleOf(transaction);
  if (view === 'all') return true;
  if (view === 'parts') return isPart(role);
  if (view === 'swaps') return isPart(role) || role === 'swap';
  return role !== 'vote';
}

/** The drawing of a block, and the table of its transactions that follows the selection. */
export function Block({ record }: { record: SlotRecord }) {
  const { slot, transactions } = record;
  const view: View = route.useSearch().show;
  const navigate = useNavigate();
  const [selected, setSelected] = useState<string | null>(null);
  const [first, setFirst] = useState(0);
  const rows = useMemo(() => transactions.filter((one) => isShown(one, view)), [transactions, view]);
  const hasTicks = transactions.every(({ poh_tick: tick }) => tick !== null);
  const select = (signature: string): void => {
    setSelected(signature);
    const at = rows.findIndex((row) => row.signature === signature);
    if (at >= 0) setFirst(Math.floor(at / ROWS) * ROWS);
  };
  return (
    <>
      <Card title="The block as it was built" note={plural(transactions.length, 'transaction')}>
        <BlockLegend hasTicks={hasTicks} />
        <BlockDrawing slot={slot} transactions={transactions} selected={selected} onSelect={select} />
      </Card>
      <Card
        title="Its transactions"
        note={`${rows.length.toLocaleString('en')} of ${plural(transactions.length, 'transaction')}`}
        aside={VIEWS.map(([one, name]) => (
          <button
            key={name}
            type="button"
            className={design['button']}
            aria-pressed={one === view}
            onClick={() => {
              setFirst(0);
              void navigate({
                to: '/slot/$slot',
                params: { slot: String(slot) },
                search: one === undefined ? {} : { show: one },
                replace: true,
                resetScroll: false,
              });
            }}
          >
            {name}
          </button>
        ))}
      >
        <Table
          caption="Transactions of the block, in the order of the chain"
          rows={rows.slice(first, first + ROWS)}
          keyOf={({ signature }) => signature}
          selected={selected}
          columns={columnsOf(slot)}
        />
        <Pager first={first} size={ROWS} total={rows.length} onFirst={setFirst} />
      </Card>
    </>
  );
}

function columnsOf(slot: number): readonly Column<BlockTransaction>[] {
  return [
    { name: '#', count: ({ block_index: index }) => index },
    {
      name: 'Tick',
      isNumber: true,
      cell: ({ poh_tick: tick }) => (tick === null ? '—' : tickInSlot(slot, tick)),
    },
    { name: 'Role', cell: (one) => <Roles of={one} /> },
    { name: 'Transaction', cell: ({ signature }) => <Signature signature={signature} /> },
    { name: 'Signer', cell: ({ signer }) => <Address address={signer} /> },
    { name: 'DEX', cell: ({ dexes }) => <bdi>{dexes.map(nameText).join(', ')}</bdi> },
    { name: 'Compute, CU', count: ({ compute_units: units }) => units, hint: 'Compute units consumed' },
    {
      name: 'Price, µlamports/CU',
      isNumber: true,
      hint: 'Micro-lamports for a compute unit',
      cell: ({ compute_unit_price: price }) =>
        price === null ? '—' : Number(price).toLocaleString('en', { maximumFractionDigits: 0 }),
    },
    {
      name: 'Fee',
      isNumber: true,
      cell: ({ fee }) => (fee === null ? 'not known' : <Sol sol={solOf(fee)} />),
    },
    {
      name: 'Tip',
      isNumber: true,
      cell: ({ jito_tip: tip }) => (tip === null || tip === '0' ? '—' : <Sol sol={solOf(tip)} />),
    },
    {
      name: 'Result',
      cell: ({ success, error }) =>
        success === null ? (
          'not known'
        ) : success ? (
          'succeeded'
        ) : (
          <span title={error ?? undefined}>○ failed</span>
        ),
    },
  ];
}

function Roles({ of }: { of: BlockTransaction }) {
  const roles = [...new Set(of.roles.map(({ role }) => role))];
  if (roles.length === 0) return of.is_vote ? 'vote' : of.dexes.length > 0 ? 'swap' : '';
  return roles.map((role) => <Role key={role} role={role} />);
}

export function blockCsv({ slot, transactions }: SlotRecord): string {
  return csvTable(
    [
      ...['slot', 'block_index', 'poh_tick', 'entry_index', 'signature', 'signer', 'is_vote', 'success'],
      ...['roles', 'dexes', 'compute_units', 'compute_unit_price', 'fee', 'priority_fee', 'jito_tip'],
    ],
    transactions.map((one) => [
      ...[slot, one.block_index, one.poh_tick, one.entry_index, one.signature, one.signer, one.is_vote],
      ...[one.success, one.roles.map(({ role }) => role).join(' '), one.dexes.join('; ')],
      ...[one.compute_units, one.compute_unit_price, one.fee, one.priority_fee, one.jito_tip],
    ]),
  );
}
