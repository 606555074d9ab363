import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { hotAccountsQuery } from '../api/queries.js';
import {
  Address,
  Card,
  CoverageBanner,
  Empty,
  ErrorState,
  Share,
  SkeletonLines,
  Table,
} from '../design/index.js';
import { toCsv } from '../format/csv.js';
import { usePageTitle } from '../page-title.js';

/** The accounts that most transactions want to write. */
export function AccountsPage() {
  usePageTitle('The most contended accounts');
  const hot = useQuery(hotAccountsQuery());
  return (
    <>
      <h1>The most contended accounts of the last hour</h1>
      <Card
        title="Write locks"
        note="transactions that write one account cannot run at the same time"
        aside={
          <Share
            question={{
              method: 'POST',
              path: '/write-locks/hot-accounts',
              body: { time_range: '1h', limit: 100 },
            }}
            name="hot-accounts"
            json={hot.data}
            csv={hot.data === undefined ? null : () => csvOf(hot.data.hot_accounts)}
          />
        }
      >
        <CoverageBanner coverage={hot.data?.coverage} />
        {hot.data === undefined ? (
          hot.error === null ? (
            <SkeletonLines count={20} what="accounts" />
          ) : (
            <ErrorState error={hot.error} retry={() => void hot.refetch()} />
          )
        ) : hot.data.hot_accounts.length === 0 ? (
          <Empty title="Nothing is stored for the last hour." />
        ) : (
          <Table
            caption="Accounts by contention"
            rows={hot.data.hot_accounts}
            keyOf={({ account_id: account }) => account}
            columns={[
              {
                name: 'Account',
                cell: (one) => <Address address={one.account_id} label={one.label} page="account" />,
              },
              {
                name: 'Writes',
                isNumber: true,
                cell: ({ write_count: count }) => count.toLocaleString('en'),
              },
              {
                name: 'Conflicts',
                isNumber: true,
                cell: ({ conflict_count: count }) => count.toLocaleString('en'),
              },
              {
                name: 'Signers',
                isNumber: true,
                cell: ({ unique_signers: count }) => count.toLocaleString('en'),
              },
              {
                name: 'Failed',
                isNumber: true,
                cell: ({ failed_count: count }) => count?.toLocaleString('en') ?? 'not known',
              },
              { name: 'Median fee', isNumber: true, cell: ({ fee_percentiles: fees }) => price(fees.p50) },
              { name: '90 % fee', isNumber: true, cell: ({ fee_percentiles: fees }) => price(fees.p90) },
              {
                name: 'Heat',
                isNumber: true,
                cell: ({ hot_score: score }) => (score === null ? 'not known' : score.toFixed(1)),
              },
            ]}
          />
        )}
      </Card>
    </>
  );
}

/** Micro-lamports for a compute unit. */
const price = (text: string): string => Number(text).toLocaleString('en', { notation: 'compact' });

function csvOf(accounts: readonly Schemas['HotAccount'][]): string {
  return toCsv(
    ['account', 'label', 'writes', 'conflicts', 'signers', 'failed', 'p50', 'p75', 'p90', 'p95', 'hot_score'],
    accounts.map((one) => [
      ...[
        one.account_id,
        one.label,
        one.write_count,
        one.conflict_count,
        one.unique_signers,
        one.failed_count,
      ],
      ...[
        one.fee_percentiles.p50,
        one.fee_percentiles.p75,
        one.fee_percentiles.p90,
        one.fee_percentiles.p95,
        one.hot_score,
      ],
    ]),
  );
}
