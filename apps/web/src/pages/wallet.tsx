import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { useState } from 'react';
import { patientApi } from '../api/client.js';
import { attackerQuery, CHECK_RANGE } from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  Awaited,
  Card,
  CoverageBanner,
  Empty,
  Facts,
  Lost,
  Pager,
  Role,
  type RoleName,
  Share,
  Signature,
  Skeleton,
  Sol,
  Table,
  Time,
  WholeAddress,
} from '../design/index.js';
import { plural, shorten } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { attackerSentence } from '../sentences/attacker.js';
import { isLeast, LEAST_HINT } from '../sentences/loss.js';
import { daysPeriod } from '../sentences/period.js';
import { sandwichesOf } from '../sentences/verdict.js';
import { isTotalLeast, walletSentence } from '../sentences/wallet.js';
import { useJob } from '../use-job.js';
import { usePeriodText } from '../use-period.js';
import css from './page.module.css';
import { AsAttacker, isAttacker } from './parts/attacker.js';
import { JobProgress } from './parts/job-progress.js';
import { useOwnLegs } from './parts/own-legs.js';
import { WalletSums } from './parts/wallet-sums.js';

const route = getRouteApi('/wallet/$address');
const DAYS = [1, 2, 3, 4] as const;
const ROWS = 50;

type Trade = Schemas['WalletTrade'];
type Scan = ReturnType<typeof useJob<Schemas['WalletScan']>>;

/** Page of a wallet's losses to sandwiches, to whom, and of what it took itself. */
export function WalletPage() {
  const { address } = route.useParams();
  const days = route.useSearch().days ?? 1;
  usePageTitle(`Wallet ${shorten(address)}`);
  const question = { wallet_address: address, time_range_days: days, slot_window: CHECK_RANGE };
  const scan = useJob(['check-wallet', address, days], (options) =>
    patientApi().jobs.checkWallet(question, options),
  );
  const asked = useQuery(attackerQuery(address, days));
  const coverage = asked.data === undefined ? scan.data?.coverage : asked.data.coverage;
  const period = usePeriodText(daysPeriod(days), coverage);
  const isBot = asked.data !== undefined && isAttacker(asked.data);
  const own = scan.data === undefined || period === undefined ? null : walletSentence(scan.data, period);
  const attack = <AsAttacker address={address} days={days} period={period ?? ''} />;
  return (
    <>
      <Card>
        <div className={css['verdict']}>
          <h1 className={css['sentence']}>
            {headingOf({ asked: asked.data, own, period }) ?? `Wallet ${shorten(address)}`}
          </h1>
          <p className={`${css['lead']} ${css['second']}`}>{secondOf({ isBot, own, asked: asked.data })}</p>
          <p className={`${css['lead']} ${css['address']}`}>
            <WholeAddress address={address} />{' '}
            <Link to="/account/$address" params={{ address }}>
              Its write locks
            </Link>
          </p>
          <fieldset
            className={design['buttons']}
            style={{ border: 0, padding: 0, margin: 0, alignItems: 'center' }}
          >
            <legend className={design['visuallyHidden']}>Days</legend>
            {DAYS.map((one) => (
              <Link
                key={one}
                to="/wallet/$address"
                params={{ address }}
                search={{ days: one }}
                className={design['button']}
                aria-current={one === days ? 'true' : undefined}
                data-chosen={one === days ? true : undefined}
              >
                {plural(one, 'day')}
              </Link>
            ))}
            <Share
              question={{ path: '/mev/check-wallet', body: question }}
              name={`wallet-${address}`}
              of={scan.data}
              csv={csvOf}
            />
          </fieldset>
          {isBot ? <Gains of={asked.data} /> : <Losses scan={scan.data} />}
        </div>
      </Card>
      {asked.isPending || (asked.data !== undefined && period === undefined) ? (
        <Card key="pending">
          <Scanning scan={scan} />
          <Skeleton height={380} />
        </Card>
      ) : (
        <>
          {isBot && attack}
          {scan.data === undefined ? (
            <Card title="Its trades" key="scanning">
              <Scanning scan={scan} />
            </Card>
          ) : (
            <div className={design['stack']} key="scanned">
              <CoverageBanner coverage={scan.data.coverage} />
              <WalletSums trades={scan.data.trades} />
              <Trades scan={scan.data} isBot={isBot} />
            </div>
          )}
          {/* What comes below the trades waits for them, so that it does not move. */}
          {!isBot && (scan.data !== undefined || scan.error !== null) && attack}
        </>
      )}
    </>
  );
}

function Scanning({ scan }: { scan: Scan }) {
  return <Awaited of={scan} waiting={<JobProgress what="The scan" progress={scan.progress} />} />;
}

/** The first sentence: an attacker is one before all else. Null while it is not known. */
function headingOf({
  asked,
  own,
  period,
}: {
  asked: Schemas['Attacker'] | undefined;
  own: string | null;
  period: string | undefined;
}): string | null {
  if (asked === undefined || !isAttacker(asked)) return own;
  return period === undefined ? null : attackerSentence(asked, period);
}

/** Second sentence: facts besides the first. */
function secondOf({
  isBot,
  own,
  asked,
}: {
  isBot: boolean;
  own: string | null;
  asked: Schemas['Attacker'] | undefined;
}): string {
  if (isBot) return `Its own trades: ${own ?? 'being scanned…'}`;
  return asked === undefined ? '' : 'No sandwich of its own is known in this time.';
}

/** Sums of an attacker, of the same height as those of a victim, which stand here until it is known which one it is. */
function Gains({ of: { summary, earnings } }: { of: Schemas['Attacker'] }) {
  return (
    <Facts
      isApart
      facts={[
        ['Earned', <Sol key="net" sol={earnings.net_gain_sol} />],
        ['Not known in SOL', earnings.gain_unknown_count],
        ['Sandwiches', summary.sandwich_count.toLocaleString('en')],
        ['Victims', summary.victim_count.toLocaleString('en')],
        ['Failed attempts', summary.attempt_count.toLocaleString('en')],
      ]}
    />
  );
}

/** `undefined`: the scan goes on. */
function Losses({ scan }: { scan: Schemas['WalletScan'] | undefined }) {
  const summary = scan?.summary;
  const trades = summary?.total_dex_trades.toLocaleString('en');
  return (
    <Facts
      isApart
      facts={[
        [
          'Total lost',
          scan && <Sol key="lost" sol={scan.summary.total_loss_sol} isLeast={isTotalLeast(scan)} />,
        ],
        ['Losses not known in SOL', summary?.loss_unknown_count],
        ['Sandwiched', summary?.total_sandwich_attacks],
        ['Trades', scan?.truncated === true ? `${trades}, the newest` : trades],
        ['Transactions', summary?.total_transactions.toLocaleString('en')],
      ]}
    />
  );
}

function Trades({ scan, isBot }: { scan: Schemas['WalletScan']; isBot: boolean }) {
  const [isOnlySandwiched, setOnly] = useState(false);
  const { trades } = scan;
  const ownLegs = useOwnLegs(scan.wallet_address, isBot);
  const [first, setFirst] = useState(0);
  const rows = isOnlySandwiched ? trades.filter(({ sandwich_detected: is }) => is) : trades;
  return (
    <Card
      title="Its trades"
      note={`${plural(rows.length, 'trade')}; sandwiches within ±${scan.slot_window} slots of each`}
      aside={
        <button
          type="button"
          className={design['button']}
          aria-pressed={isOnlySandwiched}
          onClick={() => {
            setFirst(0);
            setOnly(!isOnlySandwiched);
          }}
        >
          Only sandwiched
        </button>
      }
    >
      {rows.length === 0 ? (
        <Empty title="No trades here." />
      ) : (
        <Table
          caption="Trades of this wallet, newest first"
          rows={rows.slice(first, first + ROWS)}
          keyOf={({ signature }) => signature}
          columns={[
            { name: 'When', cell: ({ blockTime }) => <Time at={blockTime} /> },
            { name: 'Transaction', cell: ({ signature }) => <Signature signature={signature} /> },
            {
              name: 'Pool',
              cell: ({ pools }) =>
                pools.map((pool) => (
                  <Address
                    key={pool.pool_address}
                    address={pool.pool_address}
                    label={pool.pool_label}
                    page="account"
                  />
                )),
            },
            {
              name: 'Verdict',
              cell: (trade) => <TradeVerdict trade={trade} legs={isBot ? ownLegs : null} />,
            },
            {
              name: 'Lost',
              isNumber: true,
              hint: LEAST_HINT,
              cell: ({ incidents }) => <TradeLoss incidents={incidents} />,
            },
            { name: 'Result', cell: ({ success }) => (success ? 'succeeded' : '○ failed') },
          ]}
        />
      )}
      <Pager first={first} size={ROWS} total={rows.length} onFirst={setFirst} names={['Newer', 'Older']} />
    </Card>
  );
}

/** `legs`: the parts that an attacker's own transactions have in its sandwiches; null for any other wallet. */
function TradeVerdict({
  trade: { verdict, signature },
  legs,
}: {
  trade: Trade;
  legs: ReadonlyMap<string, RoleName> | null;
}) {
  const own = legs?.get(signature);
  if (verdict === 'sandwiched')
    return <span className={`${design['pill']} ${design['attack']}`}>◆ sandwiched</span>;
  if (own !== undefined) return <Role role={own} />;
  const clear = legs === null ? 'not sandwiched' : 'not a victim';
  return <span className={design['pill']}>{verdict === 'unknown' ? 'not known' : clear}</span>;
}

function TradeLoss({ incidents }: { incidents: Trade['incidents'] }) {
  const [sandwich] = sandwichesOf({ incidents });
  return sandwich === undefined ? null : <Lost loss={sandwich.loss} isLeast={isLeast(sandwich)} />;
}

function csvOf({ trades }: Schemas['WalletScan']): string {
  return csvTable(
    [
      ...['signature', 'slot', 'block_time', 'success', 'pools', 'dexes', 'verdict'],
      ...['loss', 'loss_mint', 'loss_sol', 'attackers', 'loss_is_least'],
    ],
    trades.map((trade) => {
      const [sandwich] = sandwichesOf(trade);
      const loss = sandwich?.loss ?? null;
      return [
        ...[trade.signature, trade.slot, trade.blockTime, trade.success],
        ...[
          trade.pools.map(({ pool_address: pool }) => pool).join(' '),
          trade.pools.map(({ dex_name: dex }) => dex).join(' '),
        ],
        ...[trade.verdict, loss?.ui_amount ?? null, loss?.mint ?? null, loss?.sol ?? null],
        [...new Set(trade.incidents.map(({ attacker_signer: attacker }) => attacker))].join(' '),
        sandwich == null || loss === null ? null : isLeast(sandwich),
      ];
    }),
  );
}
