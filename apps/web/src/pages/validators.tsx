import { type Query, useIsFetching, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type Period, type Shares, validatorsQuery } from '../api/chain-queries.js';
import design from '../design/design.module.css';
import {
  AsOf,
  Card,
  CoverageBanner,
  Empty,
  ErrorState,
  Facts,
  type Order,
  pathWith,
  Share,
  Skeleton,
  SkeletonLines,
} from '../design/index.js';
import { shareText } from '../format/share.js';
import { nameText, plural, shorten } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import type { Period as NamedPeriod } from '../sentences/period.js';
import { usePeriodText } from '../use-period.js';
import css from './page.module.css';
import { ChosenLeader } from './parts/chosen-leader.js';
import { type FoundBy, FoundSandwiches } from './parts/found-sandwiches.js';
import { ClientTable, LeaderTable, sharesCsv } from './parts/share-tables.js';

const route = getRouteApi('/validators');
const PERIODS: readonly Period[] = ['1h', '6h', '24h'];
const PERIOD_NAMES: Record<Period, string> = { '1h': '1 hour', '6h': '6 hours', '24h': '24 hours' };

const PERIODS_SHOWN: Record<Period, NamedPeriod> = {
  '1h': { name: 'hour', seconds: 3_600 },
  '6h': { name: '6 hours', seconds: 21_600 },
  '24h': { name: '24 hours', seconds: 86_400 },
};

/** In which share of their blocks victims traded, by leader and client, and what may be concluded from it. */
export function ValidatorsPage() {
  usePageTitle('Validators');
  const search = route.useSearch();
  const { period = '24h', leader, client } = search;
  const navigate = useNavigate();
  const shares = useQuery(validatorsQuery(period));
  const order: Order = { by: search.by ?? 'Interval', isDescending: search.order !== 'up' };
  const onOrder = ({ by, isDescending }: Order): void =>
    void navigate({
      to: '/validators',
      search: { ...search, by, order: isDescending ? undefined : 'up' },
      replace: true,
      resetScroll: false,
    });
  const isListing = useIsFetching({ queryKey: ['sandwiches'], predicate: isFirstTime }) > 0;
  const name = shares.data?.leaders.find(({ leader_pubkey: one }) => one === leader)?.name;
  return (
    <>
      <Card>
        <div className={css['verdict']}>
          <h1>Which leaders carry most sandwiches?</h1>
          <p className={css['lead']}>
            In how many of their stored blocks a victim traded. Each share has its interval, which is wide
            where there are few blocks: of a thousand leaders who all do the same, hardly one would stand out
            by chance.
          </p>
          <nav className={design['buttons']} aria-label="Period">
            {PERIODS.map((one) => (
              <Link
                key={one}
                to="/validators"
                search={{ ...search, period: one }}
                className={design['button']}
                aria-current={one === period ? 'true' : undefined}
                data-chosen={one === period ? true : undefined}
              >
                {PERIOD_NAMES[one]}
              </Link>
            ))}
            <Share
              question={{ path: pathWith('/validators', { period, limit: '100' }) }}
              name={`validators-${period}`}
              of={shares.data}
              csv={sharesCsv}
            />
          </nav>
          <All shares={shares.data} period={period} />
        </div>
      </Card>
      {leader !== undefined && (
        <>
          <ChosenLeader address={leader} shares={shares.data} />
          <InBlocksOf by={{ leader }} name={name == null ? shorten(leader) : nameText(name)} />
        </>
      )}
      {client !== undefined && <InBlocksOf by={{ client }} name={nameText(client)} />}
      {/* What stands below the lists waits for them, so that it does not move. */}
      {isListing ? null : shares.data !== undefined ? (
        <div className={design['stack']}>
          <CoverageBanner coverage={shares.data.coverage} />
          <Answer shares={shares.data} order={order} onOrder={onOrder} />
        </div>
      ) : shares.error !== null ? (
        <Card>
          <ErrorState error={shares.error} retry={() => void shares.refetch()} />
        </Card>
      ) : (
        <>
          <Card title="What this says, and what it does not">
            <Skeleton height={66} />
          </Card>
          <Card title="By client">
            <SkeletonLines count={4} what="the clients" />
          </Card>
          <Card title="By leader">
            <SkeletonLines count={20} what="the leaders" />
          </Card>
        </>
      )}
    </>
  );
}

/** Where the store begins within the time that was asked about. */
function storedText(coverage: Shares['coverage']): string {
  if (coverage === null || coverage.is_start_stored) return '';
  return `, of blocks from slot ${coverage.from_slot.toLocaleString('en')} on: none are stored before it`;
}

function InBlocksOf({ by, name }: { by: FoundBy; name: string }) {
  return (
    <FoundSandwiches
      by={by}
      title={`Newest sandwiches in blocks of ${name}`}
      aside={
        <Link to="/validators" search={({ leader: _leader, client: _client, ...rest }) => rest}>
          Close
        </Link>
      }
    />
  );
}

/** Not of a question that is asked again. */
const isFirstTime = ({ state: { data } }: Query): boolean => data === undefined;

/** `undefined`: they are being counted. */
function All({ shares, period }: { shares: Shares | undefined; period: Period }) {
  const all = shares?.all;
  const counted = usePeriodText(PERIODS_SHOWN[period], shares?.coverage);
  return (
    <div className={css['facts']}>
      <Facts
        facts={[
          // Two lines from the start, which "the 12 minutes stored" takes on a phone.
          [
            'Period',
            <div key="period" style={{ minHeight: '2lh' }}>
              {counted}
            </div>,
          ],
          ['Blocks with victims', all && (all.share === null ? 'not known' : shareText(all.share))],
          ['Blocks', all?.block_count.toLocaleString('en')],
          ['Victims', all?.victim_count.toLocaleString('en')],
          ['Leaders', shares?.leader_count.toLocaleString('en')],
        ]}
      />
      <p className={design['note']} style={{ marginTop: 10, minHeight: '3em' }}>
        {shares !== undefined && (
          <>
            Counted <AsOf at={shares.made_at} />
            {storedText(shares.coverage)}.
          </>
        )}
      </p>
    </div>
  );
}

function Answer({
  shares,
  order,
  onOrder,
}: {
  shares: Shares;
  order: Order;
  onOrder: (order: Order) => void;
}) {
  if (shares.all.block_count === 0)
    return (
      <Card>
        <Empty title="No block of this time is stored.">
          The shares appear once blocks were stored and analysed; <Link to="/status">Status</Link> says how
          far it is.
        </Empty>
      </Card>
    );
  return (
    <>
      <Card title="What this says, and what it does not">
        <p className={css['lead']}>{shares.note.replaceAll('`above`', 'The mark “above all”')}</p>
      </Card>
      <Card title="By client" note="what the leader ran, by gossip; a client is chosen by its operators">
        <ClientTable shares={shares} />
      </Card>
      <Card
        title="By leader"
        note={
          shares.next_cursor === null
            ? plural(shares.leaders.length, 'leader')
            : `${shares.leaders.length.toLocaleString('en')} of ${plural(shares.leader_count, 'leader')}`
        }
      >
        <LeaderTable shares={shares} order={order} onOrder={onOrder} />
      </Card>
    </>
  );
}
