import { Link } from '@tanstack/react-router';
import type { Sandwich } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { Address, Amount, type Column, Signature, Sol, Table, Time } from '../../design/index.js';
import { nameText, percent, plural } from '../../format/text.js';

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
    name: 'Pool',
    cell: ({ pool }) => <Address address={pool.pool_address} label={pool.pool_label} page="account" />,
  },
  {
    name: 'Lost',
    isNumber: true,
    cell: ({ loss }) => (loss === null ? <Amount of={null} /> : <Sol sol={loss.sol} />),
  },
  { name: 'Of the trades', isNumber: true, cell: ({ loss }) => (loss?.bps == null ? '' : percent(loss.bps)) },
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

export function SandwichList({ sandwiches, caption }: { sandwiches: readonly Sandwich[]; caption: string }) {
  return <Table caption={caption} columns={COLUMNS} rows={sandwiches} keyOf={({ id }) => id} />;
}

/** What was lost by DEX, the largest first. */
export function lossByDex(sandwiches: readonly Sandwich[]): { name: string; sol: number; count: number }[] {
  const byName = new Map<string, { sol: number; count: number }>();
  for (const { pool, loss } of sandwiches) {
    const name = nameText(pool.dex_name);
    const sum = byName.get(name) ?? { sol: 0, count: 0 };
    byName.set(name, { sol: sum.sol + Number(loss?.sol ?? 0), count: sum.count + 1 });
  }
  return [...byName].map(([name, sum]) => ({ name, ...sum })).sort((left, right) => right.sol - left.sol);
}
