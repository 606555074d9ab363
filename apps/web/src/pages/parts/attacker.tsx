import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '@tickscope/sdk';
import { attackerQuery, type Sandwich, sandwichesQuery } from '../../api/queries.js';
import design from '../../design/design.module.css';
import {
  Address,
  Amount,
  Card,
  CoverageBanner,
  ErrorState,
  Facts,
  pathWith,
  Share,
  SkeletonLines,
  Sol,
  Table,
} from '../../design/index.js';
import { toCsv } from '../../format/csv.js';
import { compactAmount, nameText, plural, shorten } from '../../format/text.js';
import css from '../page.module.css';
import { SandwichList, sandwichesCsv } from './sandwich-list.js';

const LISTED = 100;
const SHOWN = 20;
const MOST_ROWS = 10;

export type Attacker = Schemas['Attacker'];

export const isAttacker = (attacker: Attacker): boolean =>
  attacker.summary.sandwich_count + attacker.summary.suspected_count > 0;

/** `A sandwich bot: it earned 3.2 SOL with 41 sandwiches.` */
export function attackerSentence({ summary, earnings, record }: Attacker): string {
  const who = record.standing === 'known_bot' ? 'A sandwich bot' : 'An attacker';
  if (summary.sandwich_count === 0)
    return `${plural(summary.suspected_count, 'suspected sandwich', 'suspected sandwiches')}.`;
  const what = plural(summary.sandwich_count, 'sandwich', 'sandwiches');
  const net = earnings.net_gain_sol;
  if (net === null) return `${who}: ${what}; what it earned is not known in SOL.`;
  return Number(net) < 0
    ? `${who}: it lost ${compactAmount(net.slice(1))} SOL with ${what}.`
    : `${who}: it earned ${compactAmount(net)} SOL with ${what}.`;
}

/** What a wallet earned as an attacker, its record, where, in whose blocks, and from whom. */
export function AsAttacker({ address, days }: { address: string; days: number }) {
  const asked = useQuery(attackerQuery(address, days));
  const attacker = asked.data;
  if (attacker === undefined)
    return (
      <Card title="As an attacker">
        {asked.error === null ? (
          <SkeletonLines count={3} what="what it did as an attacker" />
        ) : (
          <ErrorState error={asked.error} retry={() => void asked.refetch()} />
        )}
      </Card>
    );
  if (!isAttacker(attacker))
    return (
      <Card title="As an attacker">
        <p className={design['note']}>
          {attacker.seen_as_attacker
            ? 'No sandwich of it in this time; it made some before.'
            : 'No sandwich of this wallet is known.'}
        </p>
      </Card>
    );
  return (
    <>
      <Earnings attacker={attacker} />
      <CoverageBanner coverage={attacker.coverage} />
      <Places attacker={attacker} />
      <VictimsAndSandwiches address={address} />
    </>
  );
}

function Earnings({ attacker }: { attacker: Attacker }) {
  const { summary, earnings, record, address, time_range_days: days } = attacker;
  const part = (count: number): string =>
    record.trips === 0
      ? 'none'
      : `${Math.round((100 * count) / record.trips)} % of ${plural(record.trips, 'round trip')}`;
  return (
    <Card
      title="As an attacker"
      note={attacker.truncated ? 'its newest 10,000 sandwiches' : undefined}
      aside={
        <Share
          question={{
            path: pathWith(`/mev/attackers/${encodeURIComponent(address)}`, {
              time_range_days: String(days),
            }),
          }}
          name={`attacker-${address}`}
          json={attacker}
          csv={() =>
            toCsv(
              ['date', 'sandwiches', 'victims', 'net_gain_sol'],
              attacker.by_day.map((day) => [
                day.date,
                day.sandwich_count,
                day.victim_count,
                day.net_gain_sol,
              ]),
            )
          }
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
      <h3 style={{ margin: '18px 0 8px' }}>Its record in the last 24 hours</h3>
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
            { name: 'Sandwiches', isNumber: true, cell: ({ count }) => count.toLocaleString('en') },
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
            { name: 'Sandwiches', isNumber: true, cell: ({ count }) => count.toLocaleString('en') },
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
              { name: 'Sandwiches', isNumber: true, cell: ({ count }) => count.toLocaleString('en') },
            ]}
          />
        </Card>
      )}
    </div>
  );
}

function VictimsAndSandwiches({ address }: { address: string }) {
  const made = useQuery(sandwichesQuery({ attacker: address }, LISTED));
  if (made.data === undefined)
    return (
      <Card title="Its victims">
        {made.error === null ? (
          <SkeletonLines count={6} what="its victims" />
        ) : (
          <ErrorState error={made.error} retry={() => void made.refetch()} />
        )}
      </Card>
    );
  const { sandwiches, next_cursor: next } = made.data;
  const victims = victimsOf(sandwiches);
  const path = pathWith('/mev/sandwiches', { attacker: address, limit: String(LISTED) });
  const which = `${next === null ? '' : 'the newest '}${plural(sandwiches.length, 'sandwich', 'sandwiches')}`;
  return (
    <>
      <Card
        title="Its victims"
        note={`${plural(victims.length, 'wallet')} in ${which}`}
        aside={
          <Share
            question={{ path }}
            name={`victims-of-${address}`}
            json={victims}
            csv={() =>
              toCsv(
                ['wallet', 'trades', 'loss_sol', 'loss_unknown'],
                victims.map(({ wallet, trades, sol, unknown }) => [wallet, trades, sol, unknown]),
              )
            }
          />
        }
      >
        <Table
          caption="Wallets that lost to it, the largest loss first"
          rows={victims.slice(0, SHOWN)}
          keyOf={({ wallet }) => wallet}
          columns={[
            { name: 'Victim', cell: ({ wallet }) => <Address address={wallet} /> },
            { name: 'Trades', isNumber: true, cell: ({ trades }) => trades },
            {
              name: 'Lost',
              isNumber: true,
              cell: ({ sol, trades, unknown }) => <Sol sol={unknown === trades ? null : String(sol)} />,
            },
            {
              name: 'Around its trades',
              cell: ({ wallet }) => (
                <Link to="/compare" search={{ a: wallet, b: address }}>
                  Compare the two
                </Link>
              ),
            },
          ]}
        />
      </Card>
      <Card
        title="Its sandwiches"
        note={next === null ? which : `${which}; the first ${SHOWN} of them`}
        aside={
          <Share
            question={{ path }}
            name={`sandwiches-of-${address}`}
            json={made.data}
            csv={() => sandwichesCsv(sandwiches)}
          />
        }
      >
        <SandwichList
          sandwiches={sandwiches.slice(0, SHOWN)}
          caption="Sandwiches that this wallet made, newest first"
        />
      </Card>
    </>
  );
}

interface Victim {
  wallet: string;
  trades: number;
  sol: number;
  /** Trades whose loss is not known in SOL; `sol` leaves them out. */
  unknown: number;
}

function victimsOf(sandwiches: readonly Sandwich[]): Victim[] {
  const byWallet = new Map<string, Victim>();
  for (const { wallet, loss } of sandwiches.flatMap(({ victims }) => victims)) {
    const sum = byWallet.get(wallet) ?? { wallet, trades: 0, sol: 0, unknown: 0 };
    const sol = loss?.sol ?? null;
    byWallet.set(wallet, {
      wallet,
      trades: sum.trades + 1,
      sol: sum.sol + Number(sol ?? 0),
      unknown: sum.unknown + (sol === null ? 1 : 0),
    });
  }
  return [...byWallet.values()].sort((left, right) => right.sol - left.sol);
}
