import { useQuery } from '@tanstack/react-query';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { useMemo } from 'react';
import { hotAccountsQuery, paidQuery } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { Address, Awaited, Card, Empty, Share, Signature, Skeleton, Sol, Table } from '../../design/index.js';
import { FeeChart, type Paid, type Rank } from '../../drawings/fees/fee-chart.js';
import { percentile } from '../../format/percentile.js';
import { solOf } from '../../format/sol.js';
import { competingText } from '../../write-locks.js';

const SHARES = [0.5, 0.75, 0.9, 0.95];
const ROWS = 15;

type Locks = Schemas['AccountWriteLocksResponse']['data'];
type Metadata = Schemas['TransactionMetadata'];

/**
 * The fees of transactions that compete for an account. They are not all of its writers, and so not the answer to
 * what fee gets in; the card says what they are.
 */
export function Fees({ locks }: { locks: Locks }) {
  const { competing_transactions: newest, account } = locks;
  const asked = useQuery(paidQuery(newest.map(({ signature }) => signature)));
  const paid = useMemo(() => (asked.data ?? []).flatMap(paidOf), [asked.data]);
  const ranks = useMemo(() => ranksOf(paid), [paid]);
  const usual = ranks.find(({ share }) => share === 0.75);
  return (
    <Card
      title="What competing transactions paid"
      note={`priority fee and tip of ${competingText(newest.length)}`}
      aside={
        <Share
          question={{
            path: '/enhance-metadata',
            body: { signatures: newest.map(({ signature }) => signature) },
          }}
          name={`fees-${account}`}
          of={asked.data}
          csv={csvOf}
        />
      }
    >
      {newest.length === 0 ? (
        <Empty title="No slot of this time has a conflict over this account." />
      ) : (
        <Awaited of={asked} waiting={<Skeleton height={300} />}>
          {(metadata) =>
            usual === undefined ? (
              <Empty title="What they paid is not known." />
            ) : (
              <>
                <p style={{ marginBottom: 12, maxWidth: '78ch' }}>
                  <strong>
                    At least three of four of the {paid.length.toLocaleString('en')} whose fee is known paid{' '}
                    <Sol sol={solOf(usual.lamports.toString())} /> or less.
                  </strong>{' '}
                  Transactions that had the account to themselves in their slot are not among these, and may
                  have paid less; those that only read it are. The price of a compute unit depends on how many
                  units are asked for; this is the sum that was paid.
                </p>
                <FeeChart paid={paid} ranks={ranks} />
                <UnitPrice account={account} />
                <h3 style={{ margin: '18px 0 4px' }}>The newest of them</h3>
                <Newest {...{ locks, metadata }} />
              </>
            )
          }
        </Awaited>
      )}
    </Card>
  );
}

function paidOf({ signature, slot, priority_fee: fee, jito_tip: tip, success }: Metadata): Paid[] {
  if (slot === null || fee === null) return [];
  return [{ signature, slot, lamports: BigInt(fee) + BigInt(tip ?? 0), isFailed: success === false }];
}

function ranksOf(paid: readonly Paid[]): Rank[] {
  if (paid.length === 0) return [];
  const sorted = paid
    .map(({ lamports }) => lamports)
    .sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return SHARES.map((share) => ({ share, lamports: percentile(sorted, share) }));
}

/** The prices of a compute unit; known for the accounts that are most wanted. */
function UnitPrice({ account }: { account: string }) {
  const hot = useQuery(hotAccountsQuery());
  const found = hot.data?.hot_accounts.find(({ account_id: id }) => id === account);
  const prices = Object.entries(found?.fee_percentiles ?? {});
  return (
    <p className={design['note']} style={{ marginTop: 10, minHeight: '1.5em' }}>
      {prices.length > 0 &&
        `Micro-lamports for a compute unit, of all stored transactions that wrote it in the hour before the newest block, failed ones and votes included: ${prices
          .map(([name, price]) => `${name.slice(1)} % at most ${Number(price).toLocaleString('en')}`)
          .join(', ')}.`}
    </p>
  );
}

function Newest({ locks, metadata }: { locks: Locks; metadata: readonly Metadata[] }) {
  const bySignature = new Map(metadata.map((one) => [one.signature, one]));
  return (
    <Table
      caption="Newest transactions that compete for this account"
      rows={locks.competing_transactions.slice(0, ROWS)}
      keyOf={({ signature }) => signature}
      columns={[
        { name: 'Slot', count: ({ slot }) => slot },
        {
          name: 'Transaction',
          cell: ({ signature }) => <Signature signature={signature} account={locks.account} />,
        },
        { name: 'Signer', cell: ({ signer }) => <Address address={signer} /> },
        {
          name: 'Priority fee',
          isNumber: true,
          cell: ({ signature }) => <Lamports of={bySignature.get(signature)?.priority_fee} />,
        },
        {
          name: 'Tip',
          isNumber: true,
          cell: ({ signature }) => <Lamports of={bySignature.get(signature)?.jito_tip} />,
        },
        {
          name: 'Compute, CU',
          count: ({ signature }) => bySignature.get(signature)?.compute_units,
          hint: 'Compute units consumed',
        },
        {
          name: 'Result',
          cell: ({ signature }) => {
            const success = bySignature.get(signature)?.success ?? null;
            return success === null ? 'not known' : success ? 'succeeded' : '○ failed';
          },
        },
      ]}
    />
  );
}

function Lamports({ of }: { of: string | null | undefined }) {
  if (of === null || of === undefined) return 'not known';
  return of === '0' ? '—' : <Sol sol={solOf(of)} />;
}

function csvOf(metadata: readonly Metadata[]): string {
  return csvTable(
    ['signature', 'slot', 'signer', 'success', 'fee', 'priority_fee', 'jito_tip', 'compute_units'],
    metadata.map((one) => [
      ...[one.signature, one.slot, one.signer, one.success, one.fee, one.priority_fee, one.jito_tip],
      one.compute_units,
    ]),
  );
}
