import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '@tickscope/sdk';
import { useMemo } from 'react';
import { addressQuery, hotAccountsQuery, sandwichesQuery, writeLocksQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  Card,
  Copy,
  CopyAsCurl,
  CoverageBanner,
  Download,
  Empty,
  ErrorState,
  Facts,
  Signature,
  Skeleton,
  Table,
} from '../design/index.js';
import { LockChart } from '../drawings/lock-chart.js';
import { toCsv } from '../format/csv.js';
import { nameText, shorten } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { LOCK_RANGES } from '../zooms.js';
import css from './page.module.css';
import { SandwichList } from './parts/sandwich-list.js';

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
          <h1>
            <bdi>{name ?? `Account ${shorten(address)}`}</bdi>
          </h1>
          <p className={css['lead']}>
            {known.data !== undefined && known.data.kind !== 'unknown' && `${known.data.kind} `}
            <span className={design['mono']} style={{ overflowWrap: 'anywhere' }}>
              {address}
            </span>
            <Copy text={address} what="address" />{' '}
            <Link to="/wallet/$address" params={{ address }}>
              As a wallet
            </Link>
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
            <CopyAsCurl
              question={{
                method: 'POST',
                path: '/write-locks/account',
                body: { account: address, time_range: range },
              }}
            />
          </nav>
        </div>
      </Card>
      <CoverageBanner coverage={locks.data?.coverage} />
      {locks.data === undefined ? (
        <Card title="Write locks over time">
          {locks.error === null ? (
            <Skeleton height={360} />
          ) : (
            <ErrorState error={locks.error} retry={() => void locks.refetch()} />
          )}
        </Card>
      ) : (
        <Timeline locks={locks.data} />
      )}
      <Fees address={address} />
      {known.data?.kind === 'pool' && <PoolSandwiches pool={address} />}
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
        aside={
          <>
            <Download
              name="write-locks"
              type="csv"
              text={() =>
                toCsv(
                  ['slot', 'write_locks', 'conflicts'],
                  series.slots.map((slot, at) => [slot, series.locks[at]!, series.conflicts[at]!]),
                )
              }
            />
            <Download name="write-locks" type="json" text={() => JSON.stringify(locks, null, 2)} />
          </>
        }
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
        <Heat slots={series.slots} locks={series.locks} />
      </Card>
      <div className={css['two']}>
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
        <Card title="Who writes it" note="the newest transactions">
          <Table
            caption="Newest transactions that write this account"
            rows={locks.competing_transactions.slice(0, BUSIEST)}
            keyOf={({ signature }) => signature}
            columns={[
              { name: 'Slot', isNumber: true, cell: ({ slot }) => slot.toLocaleString('en') },
              {
                name: 'Transaction',
                cell: ({ signature }) => <Signature signature={signature} account={locks.account} />,
              },
              { name: 'Signer', cell: ({ signer }) => <Address address={signer} /> },
            ]}
          />
        </Card>
      </div>
    </>
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

/** What the transactions that wrote the account paid for a compute unit, in the last hour. */
function Fees({ address }: { address: string }) {
  const hot = useQuery(hotAccountsQuery());
  const account = hot.data?.hot_accounts.find(({ account_id: id }) => id === address);
  if (account === undefined) return null;
  const fees = Object.entries(account.fee_percentiles) as [keyof Schemas['FeePercentiles'], string][];
  const most = Math.max(1, ...fees.map(([, fee]) => Number(fee)));
  return (
    <Card
      title="The fee that gets in"
      note="micro-lamports for a compute unit, last hour; a bid at 90 % was above nine of ten"
    >
      <ul className={css['bars']}>
        {fees.map(([name, fee]) => (
          <li key={name}>
            <span>{name.slice(1)} % paid at most</span>
            <i style={{ width: `${(100 * Number(fee)) / most}%` }} />
            <span title={`${fee} micro-lamports`}>
              {Number(fee).toLocaleString('en', { notation: 'compact' })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PoolSandwiches({ pool }: { pool: string }) {
  const found = useQuery(sandwichesQuery({ pool }, 20));
  if (found.data === undefined || found.data.sandwiches.length === 0) return null;
  return (
    <Card title="Sandwiches in this pool">
      <SandwichList sandwiches={found.data.sandwiches} caption="Newest sandwiches in this pool" />
    </Card>
  );
}
