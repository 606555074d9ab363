import { Link } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { useState } from 'react';
import type { Shares } from '../../api/chain-queries.js';
import design from '../../design/design.module.css';
import { type Column, Copy, type Order, ordered, Pager, Table } from '../../design/index.js';
import { Interval } from '../../drawings/intervals/interval.js';
import { shareText } from '../../format/share.js';
import { nameText, shorten } from '../../format/text.js';

const LEADERS_A_PAGE = 50;

type Leader = Schemas['LeaderShare'];
type Client = Schemas['ClientShare'];
type AnyShare = Schemas['VictimShare'];

export function ClientTable({ shares }: { shares: Shares }) {
  const columns: readonly Column<Client>[] = [
    { name: 'Client', cell: ({ client_type: client }) => <ClientLink client={client} /> },
    ...shareColumns<Client>(shares, shares.clients),
    { name: 'Leaders', count: ({ leader_count: count }) => count },
    ...countColumns<Client>(),
  ];
  return (
    <Table
      caption="Share of blocks with victims, by client"
      columns={columns}
      rows={shares.clients}
      keyOf={({ client_type: client }) => client ?? 'not known'}
    />
  );
}

export function LeaderTable({
  shares,
  order,
  onOrder,
}: {
  shares: Shares;
  order: Order;
  onOrder: (order: Order) => void;
}) {
  const [first, setFirst] = useState(0);
  const columns: readonly Column<Leader>[] = [
    {
      name: 'Leader',
      cell: (leader) => <LeaderLink leader={leader} />,
      value: ({ name, leader_pubkey: address }) => (name === null ? address : nameText(name)),
    },
    ...shareColumns<Leader>(shares, shares.leaders),
    {
      name: 'Client',
      cell: ({ client_type: client }) => (client === null ? 'not known' : <bdi>{nameText(client)}</bdi>),
      value: ({ client_type: client }) => client,
    },
    ...countColumns<Leader>(),
  ];
  const rows = ordered(shares.leaders, columns, order);
  return (
    <>
      <Table
        caption="Share of blocks with victims, by leader"
        columns={columns}
        rows={rows.slice(first, first + LEADERS_A_PAGE)}
        keyOf={({ leader_pubkey: address }) => address ?? 'not known'}
        order={order}
        onOrder={(next) => {
          setFirst(0);
          onOrder(next);
        }}
      />
      <Pager
        first={first}
        size={LEADERS_A_PAGE}
        total={rows.length}
        onFirst={setFirst}
        names={['Before', 'Next']}
      />
    </>
  );
}

function ClientLink({ client }: { client: string | null }) {
  if (client === null) return 'not known';
  return (
    <Link to="/validators" search={(before) => ({ period: before.period, client })}>
      <bdi>{nameText(client)}</bdi>
    </Link>
  );
}

function LeaderLink({ leader: { name, leader_pubkey: address } }: { leader: Leader }) {
  if (address === null) return 'not known';
  return (
    <span className={design['address']}>
      <Link
        to="/validators"
        search={(before) => ({ ...before, client: undefined, leader: address })}
        className={name === null ? design['mono'] : undefined}
        title={`Sandwiches in blocks of ${address}`}
      >
        <bdi>{name === null ? shorten(address) : nameText(name)}</bdi>
      </Link>
      <Copy text={address} what="address" />
    </span>
  );
}

function shareColumns<Row extends AnyShare>(shares: Shares, rows: readonly Row[]): Column<Row>[] {
  // Intervals of leaders with a few blocks reach far; the axis ends where most of them do.
  const highs = rows.map(({ share_high: high }) => high).sort((left, right) => left - right);
  const most = Math.max(
    highs[Math.floor(highs.length * 0.9)] ?? 0,
    ...rows.map(({ share }) => share * 1.1),
    0.01,
  );
  return [
    {
      name: 'Share',
      isNumber: true,
      hint: 'Blocks with victims, of its blocks',
      cell: ({ share }) => <strong>{shareText(share)}</strong>,
      value: ({ share }) => share,
    },
    {
      name: 'Interval',
      hint: `Wilson score interval, z = ${shares.interval.z}. The dashed line is the share of all blocks. Ordered by the lower end.`,
      cell: ({ share, share_low: low, share_high: high, above }) => (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(150px, 1fr) 112px', gap: 12 }}>
          <Interval {...{ share, low, high, most }} all={shares.all.share} isAbove={above} />
          <span className={design['note']} style={{ whiteSpace: 'nowrap' }}>
            {shareText(low)} – {shareText(high)}
          </span>
        </div>
      ),
      value: ({ share_low: low }) => low,
    },
  ];
}

function countColumns<Row extends AnyShare>(): Column<Row>[] {
  return [
    { name: 'Blocks', count: ({ block_count: count }) => count },
    {
      name: 'With victims',
      count: ({ blocks_with_victims: count }) => count,
      hint: 'Blocks in which a victim traded',
    },
    { name: 'Victims', count: ({ victim_count: count }) => count, hint: 'Swaps of victims in its blocks' },
    {
      name: 'Of all',
      isNumber: true,
      hint: 'Its part of the victims, and of the blocks, of the period',
      cell: ({ share_of_victims: victims, share_of_blocks: blocks }) => (
        <>
          {victims === null ? '—' : shareText(victims)}{' '}
          <span className={design['note']}>of {shareText(blocks)} blocks</span>
        </>
      ),
      value: ({ share_of_victims: victims }) => victims,
    },
    {
      name: 'Standing',
      cell: ({ above }) =>
        above && <span className={`${design['pill']} ${design['attack']}`}>▲ above all</span>,
    },
  ];
}

/** Leaders and clients in one table; `kind` says which a row is. */
export function sharesCsv({ leaders, clients }: Shares): string {
  const of = (share: AnyShare) => [
    ...[share.block_count, share.blocks_with_victims, share.victim_count, share.share],
    ...[share.share_low, share.share_high, share.share_of_blocks, share.share_of_victims, share.above],
  ];
  return csvTable(
    [
      ...['kind', 'leader', 'name', 'client', 'blocks', 'blocks_with_victims', 'victims', 'share'],
      ...['share_low', 'share_high', 'share_of_blocks', 'share_of_victims', 'above'],
    ],
    [
      ...clients.map((one) => ['client', null, null, one.client_type, ...of(one)]),
      ...leaders.map((one) => ['leader', one.leader_pubkey, one.name, one.client_type, ...of(one)]),
    ],
  );
}
