import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '@tickscope/sdk';
import { useMemo } from 'react';
import { addressQuery, sandwichesQuery, writeLocksQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  Card,
  Copy,
  CoverageBanner,
  Empty,
  ErrorState,
  Facts,
  pathWith,
  Share,
  Skeleton,
  Table,
} from '../design/index.js';
import { LockChart } from '../drawings/lock-chart.js';
import { toCsv } from '../format/csv.js';
import { nameText, plural, shorten } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { LOCK_RANGES } from '../zooms.js';
import css from './page.module.css';
import { Fees } from './parts/fees.js';
import { SandwichList, sandwichesCsv } from './parts/sandwich-list.js';

const route = getRouteApi('/account/$address');
const BUSIEST = 10;

type Locks = Schemas['AccountWriteLocksResponse']['data'];

/** How contended an account is, when, by whom, and what fee gets in. */
export function AccountPage() {
  const { address } = route.useParams();
  const range = route.useSearch().range ?? '1h';
  const known = useQuery(addressQuery(address));
  const locks = useQuery(writeLocksQuery(address, range));
  const name = known.data?.label == null ? null : nameText(known.data.label);
  usePageTitle(`Account ${name ?? shorten(address)}`);
  return (
    <>
      <Card>
        <div className={css['verdict']}>
          <h1 className={css['sentence']}>
            <bdi>{name ?? `Account ${shorten(address)}`}</bdi>
          </h1>
          <p className={`${css['lead']} ${css['address']}`}>
            <span className={design['mono']} style={{ overflowWrap: 'anywhere' }}>
              {address}
            </span>
            <Copy text={address} what="address" />{' '}
            <Link to="/wallet/$address" params={{ address }}>
              As a wallet
            </Link>
            {known.data !== undefined && known.data.kind !== 'unknown' && ` · ${known.data.kind}`}
          </p>
          <nav className={design['buttons']} aria-label="Time range" style={{ alignItems: 'center' }}>
            {LOCK_RANGES.map((one) => (
              <Link
                key={one}
                to="/account/$address"
                params={{ address }}
                search={{ range: one }}
                className={design['button']}
                aria-current={one === range ? 'true' : undefined}
                data-chosen={one === range ? true : undefined}
              >
                {one}
              </Link>
            ))}
            <Share
              question={{
                method: 'POST',
                path: '/write-locks/account',
                body: { account: address, time_range: range },
              }}
              name={`write-locks-${address}`}
              json={locks.data}
              csv={locks.data === undefined ? null : () => csvOf(locks.data)}
            />
          </nav>
        </div>
      </Card>
      {locks.data === undefined ? (
        <Card title="Write locks over time">
          {locks.error === null ? (
            <Skeleton height={360} />
          ) : (
            <ErrorState error={locks.error} retry={() => void locks.refetch()} />
          )}
        </Card>
      ) : (
        <div className={design['stack']}>
          <CoverageBanner coverage={locks.data.coverage} />
          <Timeline locks={locks.data} />
        </div>
      )}
      {locks.data !== undefined && <Fees locks={locks.data} />}
      {/* Not before what stands above it: it would jump. */}
      {known.data?.kind === 'pool' && !locks.isPending && <PoolSandwiches pool={address} />}
    </>
  );
}

function Timeline({ locks }: { locks: Locks }) {
  const {
    summary,
    write_locks_timeline: timeline,
    conflict_timeline: conflicts,
    slots_per_point: slotsPerPoint,
  } = locks;
  const series = useMemo(() => {
    const conflictsAt = new Map(conflicts.map(({ slot, conflict_events: count }) => [slot, count]));
    return {
      slots: timeline.map(({ slot }) => slot),
      locks: timeline.map(({ write_locks: count }) => count),
      conflicts: timeline.map(({ slot }) => conflictsAt.get(slot) ?? 0),
    };
  }, [timeline, conflicts]);
  if (timeline.length === 0)
    return (
      <Card title="Write locks over time">
        <Empty title="Nothing wrote this account in this time." />
      </Card>
    );
  const busiest = timeline.toSorted((left, right) => right.write_locks - left.write_locks).slice(0, BUSIEST);
  return (
    <>
      <Card
        title="Write locks over time"
        note={slotsPerPoint === 1 ? 'a point a slot' : `a point for each ${slotsPerPoint} slots`}
      >
        <Facts
          facts={[
            ['Write locks', summary.total_write_locks.toLocaleString('en')],
            ['Conflicts', summary.total_conflicts.toLocaleString('en')],
            ['Signers', summary.unique_signers.toLocaleString('en')],
            ['A slot', summary.avg_locks_per_slot?.toFixed(2) ?? 'not known'],
            ['Heat', summary.hot_score === null ? 'not known' : `${summary.hot_score.toFixed(1)} of 10`],
          ]}
        />
        <div className={css['chart']} style={{ marginTop: 14 }}>
          <LockChart {...series} />
        </div>
        <h3 style={{ margin: '10px 0 6px' }}>Heat over slots</h3>
        <Heat slots={series.slots} locks={series.locks} />
        <p className={css['ends']} aria-hidden="true">
          <span>{series.slots[0]?.toLocaleString('en')}</span>
          <span>{series.slots.at(-1)?.toLocaleString('en')}</span>
        </p>
      </Card>
      <div className={css['two']}>
        <Card
          title="Who competes for it"
          note={`among the newest ${plural(locks.competing_transactions.length, 'transaction')}`}
        >
          <Competitors locks={locks} />
        </Card>
        <Card title="Its busiest slots">
          <Table
            caption="Slots with most write locks"
            rows={busiest}
            keyOf={({ slot }) => String(slot)}
            columns={[
              {
                name: 'Slot',
                isNumber: true,
                cell: ({ slot }) => (
                  <Link to="/slot/$slot" params={{ slot: String(slot) }}>
                    {slot.toLocaleString('en')}
                  </Link>
                ),
              },
              { name: 'Write locks', isNumber: true, cell: ({ write_locks: count }) => count },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** The signers that wrote it most often. */
function Competitors({ locks: { competing_transactions: newest } }: { locks: Locks }) {
  const bySigner = new Map<string, { count: number; newest: number }>();
  for (const { signer, slot } of newest) {
    const sum = bySigner.get(signer) ?? { count: 0, newest: slot };
    bySigner.set(signer, { count: sum.count + 1, newest: Math.max(sum.newest, slot) });
  }
  const rows = [...bySigner].sort(([, left], [, right]) => right.count - left.count).slice(0, BUSIEST);
  return (
    <Table
      caption="Signers that wrote this account most often"
      rows={rows}
      keyOf={([signer]) => signer}
      columns={[
        { name: 'Signer', cell: ([signer]) => <Address address={signer} /> },
        { name: 'Transactions', isNumber: true, cell: ([, { count }]) => count },
        { name: 'Last in slot', isNumber: true, cell: ([, { newest: slot }]) => slot.toLocaleString('en') },
      ]}
    />
  );
}

/** One cell a point, the darker the more locks; the table of busiest slots has its peaks in numbers. */
function Heat({ slots, locks }: { slots: readonly number[]; locks: readonly number[] }) {
  const most = Math.max(1, ...locks);
  const first = slots[0] ?? 0;
  const span = Math.max(1, (slots.at(-1) ?? 0) - first + 1);
  const cell = Math.max(0.25, 100 / Math.max(slots.length, 100));
  return (
    <svg
      className={css['heat']}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label="Heat over slots"
    >
      <rect width="100" height="10" fill="var(--raised)" />
      {slots.map((slot, at) => (
        <rect
          key={slot}
          x={(100 * (slot - first)) / span}
          width={cell}
          height="10"
          fill="var(--attack)"
          opacity={0.08 + (0.92 * locks[at]!) / most}
        >
          <title>{`${slot.toLocaleString('en')}: ${locks[at]}`}</title>
        </rect>
      ))}
    </svg>
  );
}

function PoolSandwiches({ pool }: { pool: string }) {
  const found = useQuery(sandwichesQuery({ pool }, 20));
  if (found.data === undefined || found.data.sandwiches.length === 0) return null;
  return (
    <Card
      title="Sandwiches in this pool"
      aside={
        <Share
          question={{ path: pathWith('/mev/sandwiches', { pool, limit: '20' }) }}
          name={`sandwiches-in-${pool}`}
          json={found.data}
          csv={() => sandwichesCsv(found.data.sandwiches)}
        />
      }
    >
      <SandwichList sandwiches={found.data.sandwiches} caption="Newest sandwiches in this pool" />
    </Card>
  );
}

function csvOf({ write_locks_timeline: timeline, conflict_timeline: conflicts }: Locks): string {
  const conflictsAt = new Map(conflicts.map(({ slot, conflict_events: count }) => [slot, count]));
  return toCsv(
    ['slot', 'timestamp', 'write_locks', 'conflicts'],
    timeline.map(({ slot, timestamp, write_locks: count }) => [
      slot,
      timestamp,
      count,
      conflictsAt.get(slot) ?? 0,
    ]),
  );
}
