import { useQuery } from '@tanstack/react-query';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { hotAccountsQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  Awaited,
  Card,
  CoverageBanner,
  Empty,
  Share,
  SkeletonLines,
  Table,
} from '../design/index.js';
import { usePageTitle } from '../page-title.js';
import { hourText } from '../sentences/period.js';

/** The accounts that most transactions want to write. */
export function AccountsPage() {
  usePageTitle('The most contended accounts');
  const hot = useQuery(hotAccountsQuery());
  return (
    <>
      <h1>The most contended accounts</h1>
      <Card
        title="Write locks"
        note="transactions that write one account cannot run at the same time"
        aside={
          <Share
            question={{
              path: '/write-locks/hot-accounts',
              body: { time_range: '1h', limit: 100 },
            }}
            name="hot-accounts"
            of={hot.data}
            csv={csvOf}
          />
        }
      >
        <CoverageBanner coverage={hot.data?.coverage} />
        <Awaited of={hot} waiting={<SkeletonLines count={20} what="accounts" />}>
          {(answer) =>
            answer.hot_accounts.length === 0 ? (
              <Empty title="No block of this time is stored." />
            ) : (
              <>
                <p className={design['note']} style={{ marginBottom: 10 }}>
                  {hourText(answer)}
                </p>
                <Table
                  caption="Accounts by contention"
                  rows={answer.hot_accounts}
                  keyOf={({ account_id: account }) => account}
                  columns={[
                    {
                      name: 'Account',
                      cell: (one) => <Address address={one.account_id} label={one.label} page="account" />,
                    },
                    { name: 'Writes', count: ({ write_count: count }) => count },
                    { name: 'Conflicts', count: ({ conflict_count: count }) => count },
                    { name: 'Signers', count: ({ unique_signers: count }) => count },
                    { name: 'Failed', count: ({ failed_count: count }) => count },
                    {
                      name: 'Median fee, µlamports/CU',
                      isNumber: true,
                      hint: PRICE_HINT,
                      cell: ({ fee_percentiles: fees }) => price(fees.p50),
                    },
                    {
                      name: '90 % fee, µlamports/CU',
                      isNumber: true,
                      hint: PRICE_HINT,
                      cell: ({ fee_percentiles: fees }) => price(fees.p90),
                    },
                    {
                      name: 'Heat, of 10',
                      hint: 'How much of its compute limit in each block was used: 10 is all of it',
                      isNumber: true,
                      cell: ({ hot_score: score }) => (score === null ? 'not known' : score.toFixed(1)),
                    },
                  ]}
                />
              </>
            )
          }
        </Awaited>
      </Card>
    </>
  );
}

const PERCENTILES = ['p50', 'p75', 'p90', 'p95'] as const;
const PRICE_HINT = 'Micro-lamports for a compute unit, of all that wrote it, failed ones and votes included';
const price = (text: string): string => Number(text).toLocaleString('en', { maximumFractionDigits: 0 });

function csvOf({ hot_accounts: accounts }: Schemas['HotAccountsResponse']['data']): string {
  return csvTable(
    ['account', 'label', 'writes', 'conflicts', 'signers', 'failed', ...PERCENTILES, 'hot_score'],
    accounts.map((one) => [
      ...[one.account_id, one.label, one.write_count, one.conflict_count, one.unique_signers],
      ...[one.failed_count, ...PERCENTILES.map((name) => one.fee_percentiles[name]), one.hot_score],
    ]),
  );
}
