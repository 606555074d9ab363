import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '@tickscope/sdk';
import { useState } from 'react';
import { patientApi } from '../api/client.js';
import { attackerQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  Amount,
  Card,
  Copy,
  CoverageBanner,
  Empty,
  ErrorState,
  Facts,
  Pager,
  Share,
  Signature,
  Skeleton,
  Sol,
  Table,
  Time,
} from '../design/index.js';
import { toCsv } from '../format/csv.js';
import { compactAmount, percent, plural, shorten } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { useJob } from '../use-job.js';
import { sandwichesOf } from '../verdict.js';
import css from './page.module.css';
import { AsAttacker, attackerSentence, isAttacker } from './parts/attacker.js';
import { JobProgress } from './parts/job-progress.js';
import { WalletSums } from './parts/wallet-sums.js';

const route = getRouteApi('/wallet/$address');
const DAYS = [1, 2, 3, 4] as const;
const ROWS = 50;

type Trade = Schemas['WalletTrade'];
type Scan = ReturnType<typeof useJob<Schemas['WalletScan']>>;

/** What a wallet lost to sandwiches, to whom, and what it took itself. */
export function WalletPage() {
  const { address } = route.useParams();
  const days = route.useSearch().days ?? 1;
  usePageTitle(`Wallet ${shorten(address)}`);
  const question = { wallet_address: address, time_range_days: days };
  const scan = useJob(['check-wallet', address, days], (options) =>
    patientApi().jobs.checkWallet(question, options),
  );
  const asked = useQuery(attackerQuery(address, days));
  const isBot = asked.data !== undefined && isAttacker(asked.data);
  const own = scan.data === undefined ? null : sentenceOf(scan.data);
  const attack = <AsAttacker address={address} days={days} />;
  return (
    <>
      <Card>
        <div className={css['verdict']}>
          <h1 className={css['sentence']}>
            {isBot ? attackerSentence(asked.data) : (own ?? `Wallet ${shorten(address)}`)}
          </h1>
          <p className={`${css['lead']} ${css['second']}`}>{secondOf({ isBot, own, asked: asked.data })}</p>
          <p className={`${css['lead']} ${css['address']}`}>
            <span className={design['mono']} style={{ overflowWrap: 'anywhere' }}>
              {address}
            </span>
            <Copy text={address} what="address" />{' '}
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
              question={{ method: 'POST', path: '/mev/check-wallet', body: question }}
              name={`wallet-${address}`}
              json={scan.data}
              csv={scan.data === undefined ? null : () => csvOf(scan.data.trades)}
            />
          </fieldset>
          <Summary scan={scan.data} />
        </div>
      </Card>
      {asked.isPending ? (
        <Card key="pending">
          <Scanning error={scan.error} progress={scan.progress} refetch={scan.refetch} />
          <Skeleton height={380} />
        </Card>
      ) : (
        <>
          {isBot && attack}
          {scan.data === undefined ? (
            <Card title="Its trades" key="scanning">
              <Scanning error={scan.error} progress={scan.progress} refetch={scan.refetch} />
            </Card>
          ) : (
            <div className={design['stack']} key="scanned">
              <CoverageBanner coverage={scan.data.coverage} />
              <WalletSums trades={scan.data.trades} />
              <Trades scan={scan.data} />
            </div>
          )}
          {/* What comes below the trades waits for them, so that it does not move. */}
          {!isBot && (scan.data !== undefined || scan.error !== null) && attack}
        </>
      )}
    </>
  );
}

function Scanning({ error, progress, refetch }: Pick<Scan, 'error' | 'progress' | 'refetch'>) {
  return error === null ? (
    <JobProgress what="The scan" progress={progress} />
  ) : (
    <ErrorState error={error} retry={() => void refetch()} />
  );
}

/** What is known besides the first sentence. */
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

function sentenceOf({ summary, time_range_days: days }: Schemas['WalletScan']): string {
  const period = days === 1 ? 'the last day' : `the last ${days} days`;
  if (summary.total_dex_trades === 0) return `No trades in ${period}.`;
  if (summary.total_sandwich_attacks === 0)
    return `Not sandwiched in ${period}: ${plural(summary.total_dex_trades, 'trade')}.`;
  const which = `${summary.total_sandwich_attacks} of ${plural(summary.total_dex_trades, 'trade')} sandwiched in ${period}`;
  return Number(summary.total_loss_sol) > 0
    ? `${which}: ${compactAmount(summary.total_loss_sol)} SOL lost.`
    : `${which}.`;
}

/** `undefined`: the scan goes on. */
function Summary({ scan }: { scan: Schemas['WalletScan'] | undefined }) {
  const summary = scan?.summary;
  const trades = summary?.total_dex_trades.toLocaleString('en');
  return (
    <div className={css['facts']}>
      <Facts
        facts={[
          ['Lost in all', summary && <Sol key="lost" sol={summary.total_loss_sol} />],
          ['Losses not known in SOL', summary?.loss_unknown_count],
          ['Sandwiched', summary?.total_sandwich_attacks],
          ['Trades', scan?.truncated === true ? `${trades}, the newest` : trades],
          ['Transactions', summary?.total_transactions.toLocaleString('en')],
        ]}
      />
    </div>
  );
}

function Trades({ scan }: { scan: Schemas['WalletScan'] }) {
  const [isOnlySandwiched, setOnly] = useState(false);
  const { trades } = scan;
  const [first, setFirst] = useState(0);
  const rows = isOnlySandwiched ? trades.filter(({ sandwich_detected: is }) => is) : trades;
  return (
    <Card
      title="Its trades"
      note={plural(rows.length, 'trade')}
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
            { name: 'Verdict', cell: (trade) => <TradeVerdict trade={trade} /> },
            { name: 'Lost', isNumber: true, cell: ({ incidents }) => <TradeLoss incidents={incidents} /> },
            { name: 'Result', cell: ({ success }) => (success ? 'succeeded' : '○ failed') },
          ]}
        />
      )}
      <Pager first={first} size={ROWS} total={rows.length} onFirst={setFirst} names={['Newer', 'Older']} />
    </Card>
  );
}

function TradeVerdict({ trade: { verdict } }: { trade: Trade }) {
  if (verdict === 'sandwiched')
    return <span className={`${design['pill']} ${design['attack']}`}>◆ sandwiched</span>;
  return <span className={design['pill']}>{verdict === 'unknown' ? 'not known' : 'not sandwiched'}</span>;
}

function TradeLoss({ incidents }: { incidents: Trade['incidents'] }) {
  const loss = sandwichesOf({ incidents })[0]?.loss;
  if (loss === undefined) return null;
  if (loss === null) return <Amount of={null} />;
  return (
    <>
      {loss.sol === null ? <Amount of={loss} /> : <Sol sol={loss.sol} />}
      {loss.bps !== null && ` · ${percent(loss.bps)}`}
    </>
  );
}

function csvOf(trades: readonly Trade[]): string {
  return toCsv(
    [
      'signature',
      'slot',
      'block_time',
      'success',
      'pools',
      'dexes',
      'verdict',
      'loss',
      'loss_mint',
      'loss_sol',
      'attackers',
    ],
    trades.map((trade) => {
      const loss = sandwichesOf(trade)[0]?.loss ?? null;
      return [
        ...[trade.signature, trade.slot, trade.blockTime, trade.success],
        ...[
          trade.pools.map(({ pool_address: pool }) => pool).join(' '),
          trade.pools.map(({ dex_name: dex }) => dex).join(' '),
        ],
        ...[trade.verdict, loss?.ui_amount ?? null, loss?.mint ?? null, loss?.sol ?? null],
        [...new Set(trade.incidents.map(({ attacker_signer: attacker }) => attacker))].join(' '),
      ];
    }),
  );
}
