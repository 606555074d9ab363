import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { useMemo } from 'react';
import { hotAccountsQuery, paidQuery } from '../../api/queries.js';
import design from '../../design/design.module.css';
import {
  Address,
  Card,
  Empty,
  ErrorState,
  Share,
  Signature,
  Skeleton,
  Sol,
  Table,
} from '../../design/index.js';
import { FeeChart, type Paid, type Rank } from '../../drawings/fees/fee-chart.js';
import { toCsv } from '../../format/csv.js';
import { percentile } from '../../format/percentile.js';
import { solOf } from '../../format/sol.js';
import { plural } from '../../format/text.js';

const SHARES = [0.5, 0.75, 0.9, 0.95];
const ROWS = 15;

type Locks = Schemas['AccountWriteLocksResponse']['data'];
type Metadata = Schemas['TransactionMetadata'];

/** What the newest transactions that wrote an account paid to get in, and what a bid would have been above. */
export function Fees({ locks }: { locks: Locks }) {
  const { competing_transactions: newest, account } = locks;
  const asked = useQuery(paidQuery(newest.map(({ signature }) => signature)));
  const paid = useMemo(() => (asked.data ?? []).flatMap(paidOf), [asked.data]);
  const ranks = useMemo(() => ranksOf(paid), [paid]);
  const usual = ranks.find(({ share }) => share === 0.75);
  return (
    <Card
      title="The fee that gets in"
      note={`priority fee and tip of the newest ${plural(newest.length, 'transaction')} that wrote it`}
      aside={
        <Share
          question={{
            method: 'POST',
            path: '/enhance-metadata',
            body: { signatures: newest.map(({ signature }) => signature) },
          }}
          name={`fees-${account}`}
          json={asked.data}
          csv={asked.data === undefined ? null : () => csvOf(asked.data)}
        />
      }
    >
      {newest.length === 0 ? (
        <Empty title="Nothing wrote this account in this time." />
      ) : asked.data === undefined ? (
        asked.error === null ? (
          <Skeleton height={300} />
        ) : (
          <ErrorState error={asked.error} retry={() => void asked.refetch()} />
        )
      ) : usual === undefined ? (
        <Empty title="What they paid is not known." />
      ) : (
        <>
          <p style={{ marginBottom: 12, maxWidth: '78ch' }}>
            <strong>
              <Sol sol={solOf(usual.lamports.toString())} /> would have got in:
            </strong>{' '}
            three of four of those that did paid no more. The price of a compute unit depends on how many
            units are asked for; this is the sum that was paid.
          </p>
          <FeeChart paid={paid} ranks={ranks} />
          <UnitPrice account={account} />
          <h3 style={{ margin: '18px 0 4px' }}>Who wrote it, newest first</h3>
          <Writers locks={locks} metadata={asked.data} />
        </>
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
        `Micro-lamports for a compute unit, all that wrote it in the last hour: ${prices
          .map(([name, price]) => `${name.slice(1)} % at most ${Number(price).toLocaleString('en')}`)
          .join(', ')}.`}
    </p>
  );
}

function Writers({ locks, metadata }: { locks: Locks; metadata: readonly Metadata[] }) {
  const bySignature = new Map(metadata.map((one) => [one.signature, one]));
  return (
    <Table
      caption="Newest transactions that write this account"
      rows={locks.competing_transactions.slice(0, ROWS)}
      keyOf={({ signature }) => signature}
      columns={[
        { name: 'Slot', isNumber: true, cell: ({ slot }) => slot.toLocaleString('en') },
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
          name: 'Compute',
          isNumber: true,
          cell: ({ signature }) =>
            bySignature.get(signature)?.compute_units?.toLocaleString('en') ?? 'not known',
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
  return toCsv(
    ['signature', 'slot', 'signer', 'success', 'fee', 'priority_fee', 'jito_tip', 'compute_units'],
    metadata.map((one) => [
      ...[one.signature, one.slot, one.signer, one.success, one.fee, one.priority_fee, one.jito_tip],
      one.compute_units,
    ]),
  );
}
