import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { type ReactNode, useMemo } from 'react';
import { addressQuery, feesQuery, type LockRange, sandwichesQuery, writeLocksQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  AwaitedCards,
  Card,
  CoverageBanner,
  Empty,
  Facts,
  Share,
  Skeleton,
  SlotLink,
  Table,
  WholeAddress,
} from '../design/index.js';
import { LockChart } from '../drawings/lock-chart.js';
import { nameText, shorten } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { busiestPoints, competingText, pointText, slotsOfPoint } from '../write-locks.js';
import { LOCK_RANGES } from '../zooms.js';
import css from './page.module.css';
import { FeeThatGetsIn } from './parts/fee-that-gets-in.js';
import { Fees } from './parts/fees.js';
import { FoundSandwiches } from './parts/found-sandwiches.js';

const route = getRouteApi('/account/$address');
const BUSIEST = 10;

type Locks = Schemas['AccountWriteLocksResponse']['data'];

const NOTHING_STORED = 'No block of this time is stored.';
const NOTHING_WRITTEN = 'Nothing wrote this account in the stored blocks of this time.';

/**
 * An account: how contended it is, when, by whom, and what those who compete for it paid; the sandwiches of a pool below
 * that. A token's mint is hardly ever written, so its sandwiches come first.
 */
export function AccountPage() {
  const { address } = route.useParams();
  const range = route.useSearch().range ?? '1h';
  const known = useQuery(addressQuery(address));
  const locks = useQuery(writeLocksQuery(address, range));
  const fees = useQuery(feesQuery(address));
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
            <WholeAddress address={address} />{' '}
            <Link to="/wallet/$address" params={{ address }}>
              As a wallet
            </Link>
            {known.data !== undefined && known.data.kind !== 'unknown' && ` · ${known.data.kind}`}
            {known.data?.kind === 'validator' && (
              <Link to="/validators" search={{ leader: address }}>
                Sandwiches in its blocks
              </Link>
            )}
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
                path: '/write-locks/account',
                body: { account: address, time_range: range },
              }}
              name={`write-locks-${address}`}
              of={locks.data}
              csv={csvOf}
            />
          </nav>
        </div>
      </Card>
      {/* What stands below waits for what stands above it: it would jump. */}
      {known.isPending ? (
        <Card title="Write locks over time">
          <Skeleton height={360} />
        </Card>
      ) : known.data?.kind === 'token' ? (
        <Token mint={address} name={name} locks={<WriteLocks {...{ address, range }} />} />
      ) : (
        <>
          <WriteLocks {...{ address, range }} />
          {known.data?.kind === 'pool' && !locks.isPending && !fees.isPending && (
            <FoundSandwiches by={{ pool: address }} title="Sandwiches in this pool" />
          )}
        </>
      )}
    </>
  );
}

function Token({ mint, name, locks }: { mint: string; name: string | null; locks: ReactNode }) {
  const by = { mint };
  const { isPending } = useQuery(sandwichesQuery(by));
  return (
    <>
      <FoundSandwiches by={by} title={`Sandwiches of ${name ?? shorten(mint)}`} />
      {!isPending && locks}
    </>
  );
}

function WriteLocks({ address, range }: { address: string; range: LockRange }) {
  const asked = useQuery(writeLocksQuery(address, range));
  const fees = useQuery(feesQuery(address));
  return (
    <AwaitedCards of={asked} title="Write locks over time" waiting={<Skeleton height={360} />}>
      {(locks) => (
        <>
          <div className={design['stack']}>
            <CoverageBanner coverage={locks.coverage} />
            <Timeline locks={locks} />
          </div>
          <FeeThatGetsIn account={address} />
          {locks.summary.total_write_locks > 0 && !fees.isPending && <Fees locks={locks} />}
        </>
      )}
    </AwaitedCards>
  );
}

function Timeline({ locks }: { locks: Locks }) {
  const {
    summary,
    write_locks_timeline: timeline,
    conflict_timeline: conflicts,
    slots_per_point: slotsPerPoint,
    slot_range: { max: last },
  } = locks;
  const series = useMemo(() => {
    const conflictsAt = new Map(conflicts.map(({ slot, conflict_events: count }) => [slot, count]));
    return {
      slots: timeline.map(({ slot }) => slot),
      locks: timeline.map(({ write_locks: count }) => count),
      conflicts: timeline.map(({ slot }) => conflictsAt.get(slot) ?? 0),
    };
  }, [timeline, conflicts]);
  const ranges = useMemo(
    () => series.slots.map((slot) => pointText(slot, slotsPerPoint, last ?? slot)),
    [series, slotsPerPoint, last],
  );
  if (summary.total_write_locks === 0)
    return (
      <Card title="Write locks over time">
        <Empty title={timeline.length === 0 ? NOTHING_STORED : NOTHING_WRITTEN} />
      </Card>
    );
  return (
    <>
      <Card
        title="Write locks over time"
        note={slotsPerPoint === 1 ? 'a point a slot' : `a point is the sum of ${slotsPerPoint} slots`}
      >
        <Facts
          facts={[
            ['Write locks', summary.total_write_locks.toLocaleString('en')],
            ['Conflicts', summary.total_conflicts.toLocaleString('en')],
            ['Signers', summary.unique_signers.toLocaleString('en')],
            ['Writes per slot', summary.avg_locks_per_slot?.toFixed(2) ?? 'not known'],
            ['Busiest slot', <BusiestSlot key="busiest" summary={summary} />],
            ['Heat', summary.hot_score === null ? 'not known' : `${summary.hot_score.toFixed(1)} of 10`],
          ]}
        />
        <div className={css['chart']} style={{ marginTop: 14 }}>
          <LockChart {...series} ranges={ranges} />
        </div>
        <h3 style={{ margin: '10px 0 6px' }}>Heat over slots</h3>
        <Heat slots={series.slots} locks={series.locks} ranges={ranges} />
        <p className={css['ends']} aria-hidden="true">
          <span>{series.slots[0]?.toLocaleString('en')}</span>
          <span>{last?.toLocaleString('en')}</span>
        </p>
      </Card>
      <div className={css['two']}>
        <Card
          title="Who competes for it"
          note={`signers of ${competingText(locks.competing_transactions.length)}`}
        >
          <Competitors locks={locks} />
        </Card>
        <Busiest locks={locks} />
      </div>
    </>
  );
}

function BusiestSlot({ summary: { hottest_slot: slot, hottest_slot_locks: count } }: Pick<Locks, 'summary'>) {
  if (slot === null) return 'none';
  return (
    <>
      <SlotLink slot={slot} /> ({count.toLocaleString('en')})
    </>
  );
}

/** The points with most write locks. One of several slots is a range: its sum is not that of a slot. */
function Busiest({ locks }: { locks: Locks }) {
  const { write_locks_timeline: timeline, slots_per_point: slotsPerPoint, slot_range: range } = locks;
  const points = timeline.map(({ slot, write_locks: writeLocks }) => ({ slot, writeLocks }));
  const isRange = slotsPerPoint > 1;
  return (
    <Card
      title={isRange ? `Its busiest ranges of ${slotsPerPoint} slots` : 'Its busiest slots'}
      note={isRange ? 'write locks of the whole range' : undefined}
    >
      <Table
        caption={isRange ? 'Ranges of slots with most write locks' : 'Slots with most write locks'}
        rows={busiestPoints(points, BUSIEST)}
        keyOf={({ slot }) => String(slot)}
        columns={[
          {
            name: isRange ? 'Slots' : 'Slot',
            isNumber: true,
            cell: ({ slot }) => {
              const { from, to } = slotsOfPoint(slot, slotsPerPoint, range.max ?? slot);
              return (
                <>
                  <SlotLink slot={from} />
                  {to > from && (
                    <>
                      {' – '}
                      <SlotLink slot={to} />
                    </>
                  )}
                </>
              );
            },
          },
          { name: 'Write locks', count: ({ writeLocks }) => writeLocks },
        ]}
      />
    </Card>
  );
}

/** The signers of the competing transactions, those with most of them first. */
function Competitors({ locks: { competing_transactions: newest } }: { locks: Locks }) {
  const bySigner = new Map<string, { count: number; newest: number }>();
  for (const { signer, slot } of newest) {
    const sum = bySigner.get(signer) ?? { count: 0, newest: slot };
    bySigner.set(signer, { count: sum.count + 1, newest: Math.max(sum.newest, slot) });
  }
  const rows = [...bySigner].sort(([, left], [, right]) => right.count - left.count).slice(0, BUSIEST);
  if (rows.length === 0) return <Empty title="No slot of this time has a conflict over this account." />;
  return (
    <Table
      caption="Signers of the newest competing transactions"
      rows={rows}
      keyOf={([signer]) => signer}
      columns={[
        { name: 'Signer', cell: ([signer]) => <Address address={signer} /> },
        { name: 'Of these', isNumber: true, cell: ([, { count }]) => count },
        {
          name: 'Last in slot',
          isNumber: true,
          cell: ([, { newest: slot }]) => <SlotLink slot={slot} />,
        },
      ]}
    />
  );
}

/** One cell a point, the darker the more locks; the table of busiest slots has its peaks in numbers. */
function Heat({
  slots,
  locks,
  ranges,
}: {
  slots: readonly number[];
  locks: readonly number[];
  ranges: readonly string[];
}) {
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
          <title>{`${ranges[at]}: ${locks[at]!.toLocaleString('en')}`}</title>
        </rect>
      ))}
    </svg>
  );
}

function csvOf(locks: Locks): string {
  const {
    write_locks_timeline: timeline,
    conflict_timeline: conflicts,
    slots_per_point: slotsPerPoint,
  } = locks;
  const conflictsAt = new Map(conflicts.map(({ slot, conflict_events: count }) => [slot, count]));
  return csvTable(
    ['from_slot', 'to_slot', 'timestamp', 'write_locks', 'conflicts'],
    timeline.map(({ slot, timestamp, write_locks: count }) => [
      slot,
      slotsOfPoint(slot, slotsPerPoint, locks.slot_range.max ?? slot).to,
      timestamp,
      count,
      conflictsAt.get(slot) ?? 0,
    ]),
  );
}
