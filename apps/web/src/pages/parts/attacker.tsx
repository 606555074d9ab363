import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { attackerQuery } from '../../api/queries.js';
import design from '../../design/design.module.css';
import {
  Address,
  Amount,
  AwaitedCards,
  Card,
  CoverageBanner,
  Facts,
  pathWith,
  Share,
  SkeletonLines,
  Sol,
  Table,
} from '../../design/index.js';
import { nameText, plural, shorten } from '../../format/text.js';
import type { Period } from '../../sentences/period.js';
import { usePeriodText } from '../../use-period.js';
import css from '../page.module.css';
import { VictimsAndSandwiches } from './attacker-victims.js';

const MOST_ROWS = 10;
/** The longest time that the record of a wallet is made of. */
const RECORD_PERIOD: Period = { name: '24 hours', seconds: 86_400 };

type Attacker = Schemas['Attacker'];

export const isAttacker = (attacker: Attacker): boolean =>
  attacker.summary.sandwich_count + attacker.summary.suspected_count > 0;

/** Section of a wallet's earnings as an attacker, its record, where, in whose blocks, and from whom. */
export function AsAttacker({ address, days, period }: { address: string; days: number; period: string }) {
  return (
    <AwaitedCards
      of={useQuery(attackerQuery(address, days))}
      title="As an attacker"
      waiting={<SkeletonLines count={3} what="what it did as an attacker" />}
    >
      {(attacker) =>
        isAttacker(attacker) ? (
          <>
            <Earnings attacker={attacker} period={period} />
            <CoverageBanner coverage={attacker.coverage} />
            <Places attacker={attacker} />
            <VictimsAndSandwiches address={address} />
          </>
        ) : (
          <Card title="As an attacker">
            <p className={design['note']}>
              {attacker.seen_as_attacker
                ? `No sandwich of it in ${period}; it made some before.`
                : 'No sandwich of this wallet is known.'}
            </p>
          </Card>
        )
      }
    </AwaitedCards>
  );
}

function Earnings({ attacker, period }: { attacker: Attacker; period: string }) {
  const { summary, earnings, record, address, time_range_days: days } = attacker;
  const recordPeriod = usePeriodText(RECORD_PERIOD, attacker.coverage);
  const part = (count: number): string =>
    record.trips === 0
      ? 'none'
      : `${Math.round((100 * count) / record.trips)} % of ${plural(record.trips, 'round trip')}`;
  return (
    <Card
      title="As an attacker"
      note={attacker.truncated ? 'its newest 10,000 sandwiches' : `in ${period}`}
      aside={
        <Share
          question={{
            path: pathWith(`/mev/attackers/${encodeURIComponent(address)}`, {
              time_range_days: String(days),
            }),
          }}
          name={`attacker-${address}`}
          of={attacker}
          csv={daysCsv}
        />
      }
    >
      <Facts
        facts={[
          ['Earned, after fees and tips', <Sol key="net" sol={earnings.net_gain_sol} />],
          ['Fees and tips', <Sol key="cost" sol={earnings.cost_sol} />],
          [
            'Sandwiches',
            `${summary.sandwich_count.toLocaleString('en')}, ${summary.exact_count.toLocaleString('en')} exact`,
          ],
          ['Intent proven', summary.proven_count.toLocaleString('en')],
          ['Victims', summary.victim_count.toLocaleString('en')],
          ['Failed attempts', summary.attempt_count.toLocaleString('en')],
        ]}
      />
      <h3 style={{ margin: '18px 0 8px' }}>Its record in {recordPeriod ?? '…'}</h3>
      <Facts
        facts={[
          [
            'Standing',
            record.standing === 'known_bot'
              ? 'known bot'
              : record.standing === 'scalper'
                ? 'scalper'
                : 'none yet',
          ],
          ['Gained', part(record.gained)],
          ['Aimed at a victim', part(record.aimed)],
          ['Pools', record.pools.toLocaleString('en')],
          ['Only suspected', summary.suspected_count.toLocaleString('en')],
          ['Gain not in SOL', plural(earnings.gain_unknown_count, 'sandwich', 'sandwiches')],
        ]}
      />
      {attacker.linked_wallets.length > 0 && (
        <p className={css['lead']} style={{ marginTop: 14, fontSize: '0.875rem' }}>
          Acts with{' '}
          {attacker.linked_wallets.slice(0, MOST_ROWS).map((wallet) => (
            <Address key={wallet} address={wallet} />
          ))}
          {attacker.linked_wallets.length > MOST_ROWS &&
            ` and ${attacker.linked_wallets.length - MOST_ROWS} more`}
        </p>
      )}
      {attacker.private_programs.length > 0 && (
        <p className={css['lead']} style={{ marginTop: 6, fontSize: '0.875rem' }}>
          Through its own program{' '}
          {attacker.private_programs.slice(0, MOST_ROWS).map((program) => (
            <Address key={program} address={program} page="account" />
          ))}
        </p>
      )}
    </Card>
  );
}

const daysCsv = ({ by_day: days }: Attacker): string =>
  csvTable(
    ['date', 'sandwiches', 'victims', 'net_gain_sol'],
    days.map((day) => [day.date, day.sandwich_count, day.victim_count, day.net_gain_sol]),
  );

function Places({
  attacker: { by_pool: pools, by_validator: validators, earnings },
}: {
  attacker: Attacker;
}) {
  return (
    <div className={css['two']}>
      <Card title="Its pools" note={pools.length > MOST_ROWS ? `${MOST_ROWS} of ${pools.length}` : undefined}>
        <Table
          caption="Pools in which it made sandwiches"
          rows={pools.slice(0, MOST_ROWS)}
          keyOf={({ pool_address: pool }) => pool}
          columns={[
            {
              name: 'Pool',
              cell: (pool) => <Address address={pool.pool_address} label={pool.pool_label} page="account" />,
            },
            { name: 'Sandwiches', count: ({ count }) => count },
          ]}
        />
      </Card>
      <Card title="In whose blocks">
        <Table
          caption="Leaders in whose blocks its sandwiches began"
          rows={validators.slice(0, MOST_ROWS)}
          keyOf={(one) => `${one.leader_pubkey} ${one.client_type}`}
          columns={[
            {
              name: 'Leader',
              cell: ({ leader_pubkey: leader }) =>
                leader === null ? (
                  'not known'
                ) : (
                  <Link to="/validators" search={{ leader }} className={design['mono']} title={leader}>
                    {shorten(leader)}
                  </Link>
                ),
            },
            {
              name: 'Client',
              cell: ({ client_type: client }) =>
                client === null ? 'not known' : <bdi>{nameText(client)}</bdi>,
            },
            { name: 'Sandwiches', count: ({ count }) => count },
          ]}
        />
      </Card>
      {earnings.by_token.length > 1 && (
        <Card title="What it gained, by token" note="before fees and tips">
          <Table
            caption="Gains by token"
            rows={earnings.by_token.slice(0, MOST_ROWS)}
            keyOf={({ gain }) => gain.mint}
            columns={[
              { name: 'Gained', isNumber: true, cell: ({ gain }) => <Amount of={gain} /> },
              { name: 'Sandwiches', count: ({ count }) => count },
            ]}
          />
        </Card>
      )}
    </div>
  );
}
