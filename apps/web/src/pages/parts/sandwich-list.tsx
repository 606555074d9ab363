import { Link } from '@tanstack/react-router';
import type { Sandwich } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { Address, Amount, type Column, Signature, Sol, Table, Time } from '../../design/index.js';
import { toCsv } from '../../format/csv.js';
import { percent, plural } from '../../format/text.js';

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
    cell: ({ loss }) => (loss === null ? <Amount of={null} /> : <Sol sol={loss.sol} />),
  },
  { name: 'Of the trades', isNumber: true, cell: ({ loss }) => (loss?.bps == null ? '' : percent(loss.bps)) },
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

export function SandwichList({ sandwiches, caption }: { sandwiches: readonly Sandwich[]; caption: string }) {
  return <Table caption={caption} columns={COLUMNS} rows={sandwiches} keyOf={({ id }) => id} />;
}

export interface DexLoss {
  name: string;
  sol: number;
  count: number;
  /** Sandwiches whose loss is not known in SOL; `sol` leaves them out. */
  unknown: number;
}

/** What was lost by DEX, the largest first. */
export function lossByDex(sandwiches: readonly Pick<Sandwich, 'pool' | 'loss'>[]): DexLoss[] {
  const byName = new Map<string, DexLoss>();
  for (const { pool, loss } of sandwiches) {
    const name = pool.dex_name;
    const sum = byName.get(name) ?? { name, sol: 0, count: 0, unknown: 0 };
    const sol = loss?.sol ?? null;
    byName.set(name, {
      name,
      sol: sum.sol + Number(sol ?? 0),
      count: sum.count + 1,
      unknown: sum.unknown + (sol === null ? 1 : 0),
    });
  }
  return [...byName.values()].sort((left, right) => right.sol - left.sol);
}

export function sandwichesCsv(sandwiches: readonly Sandwich[]): string {
  return toCsv(
    [
      ...['id', 'slot', 'block_time', 'pool', 'dex', 'attacker', 'victims', 'loss_sol', 'loss_bps'],
      ...['confidence', 'intent'],
    ],
    sandwiches.map((one) => [
      ...[one.id, one.slot_range.from, one.block_time, one.pool.pool_address, one.pool.dex_name],
      ...[one.attackers[0] ?? null, one.victim_count, one.loss?.sol ?? null, one.loss?.bps ?? null],
      ...[one.confidence, one.intent],
    ]),
  );
}
