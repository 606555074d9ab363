import { Link } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import type { Sandwich } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { Address, Amount, type Column, Signature, Sol, Table, Time } from '../../design/index.js';
import { leastText, percent, plural } from '../../format/text.js';
import { newestFirst } from '../../newest-first.js';
import { isLeastOfAll, LEAST_HINT } from '../../sentences/loss.js';

const COLUMNS: readonly Column<Sandwich>[] = [
  {
    name: 'When',
    cell: ({ id, block_time: at }) => (
      <Link to="/sandwich/$id" params={{ id }}>
        <Time at={at} />
      </Link>
    ),
  },
  {
    name: 'Lost',
    isNumber: true,
    hint: LEAST_HINT,
    cell: (sandwich) =>
      sandwich.loss === null ? (
        <Amount of={null} />
      ) : (
        <Sol sol={sandwich.loss.sol} isLeast={isLeastOfAll(sandwich)} />
      ),
  },
  {
    name: 'Loss %',
    isNumber: true,
    hint: LEAST_HINT,
    cell: (sandwich) =>
      sandwich.loss?.bps == null
        ? 'not known'
        : leastText(percent(sandwich.loss.bps), isLeastOfAll(sandwich)),
  },
  {
    name: 'Pool',
    cell: ({ pool }) => <Address address={pool.pool_address} label={pool.pool_label} page="account" />,
  },
  {
    name: 'First victim',
    cell: ({ victims, victim_count: count }) => (
      <>
        {victims[0]?.signature == null ? '—' : <Signature signature={victims[0].signature} />}
        {count > 1 && <span className={design['note']}> and {plural(count - 1, 'more', 'more')}</span>}
      </>
    ),
  },
  {
    name: 'Attacker',
    cell: ({ attackers }) => (attackers[0] === undefined ? '—' : <Address address={attackers[0]} />),
  },
  {
    name: 'Certainty',
    cell: ({ confidence, intent }) => (
      <span className={`${design['pill']} ${confidence === 'exact' ? design['attack'] : ''}`}>
        {confidence} · {intent}
      </span>
    ),
  },
];

/** Sandwiches in the order of their times, the newest first; `most` of them. */
export function SandwichList({
  sandwiches,
  caption,
  most,
}: {
  sandwiches: readonly Sandwich[];
  caption: string;
  most?: number;
}) {
  const rows = newestFirst(sandwiches).slice(0, most);
  return <Table caption={caption} columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />;
}

export const pageCsv = ({ sandwiches }: { sandwiches: readonly Sandwich[] }): string =>
  sandwichesCsv(sandwiches);

export function sandwichesCsv(sandwiches: readonly Sandwich[]): string {
  return csvTable(
    [
      ...['id', 'slot', 'block_time', 'pool', 'dex', 'attacker', 'victims', 'loss_sol', 'loss_bps'],
      ...['confidence', 'intent', 'loss_is_least'],
    ],
    newestFirst(sandwiches).map((one) => [
      ...[one.id, one.slot_range.from, one.block_time, one.pool.pool_address, one.pool.dex_name],
      ...[one.attackers[0] ?? null, one.victim_count, one.loss?.sol ?? null, one.loss?.bps ?? null],
      ...[one.confidence, one.intent, one.loss === null ? null : isLeastOfAll(one)],
    ]),
  );
}
