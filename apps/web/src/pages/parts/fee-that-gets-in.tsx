import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { feesQuery } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { Awaited, Card, Empty, Share, Skeleton, Table } from '../../design/index.js';
import { feeSentence, missingText, priceText } from '../../sentences/fee-that-gets-in.js';

type Sample = Schemas['PriceSample'];

interface Row extends Sample {
  name: string;
}

const LEVELS = ['p25', 'p50', 'p75', 'p90', 'p95', 'max'] as const;

/** Prices of a compute unit that successful writers of an account paid: of all, and by the time in the slot. */
export function FeeThatGetsIn({ account }: { account: string }) {
  const asked = useQuery(feesQuery(account));
  return (
    <Card
      title="Fee that gets in"
      note="micro-lamports for a compute unit, of successful transactions that wrote it; tips not included"
      aside={
        <Share
          question={{ path: '/fees/estimate', body: { accounts: [account], slots: 300 } }}
          name={`fee-that-gets-in-${account}`}
          of={asked.data}
        />
      }
    >
      <Awaited of={asked} waiting={<Skeleton height={220} />}>
        {(fees) => {
          const [found] = fees.accounts;
          if (found === undefined) return <Empty title="No block is stored." />;
          return (
            <>
              <p style={{ marginBottom: 12, maxWidth: '78ch' }}>
                <strong>{feeSentence(found)}</strong> {missingText(fees)}
              </p>
              {found.compute_unit_price !== null && (
                <Table
                  caption="Prices of a compute unit that got in, micro-lamports"
                  rows={rowsOf(found)}
                  keyOf={({ name }) => name}
                  columns={[
                    { name: 'Ticks', cell: ({ name }) => name },
                    { name: 'Got in', count: ({ priced_count: count }) => count },
                    ...LEVELS.map((level) => ({
                      name: level,
                      isNumber: true,
                      cell: ({ compute_unit_price: prices }: Row) =>
                        prices === null ? '—' : priceText(prices[level]),
                    })),
                  ]}
                />
              )}
              <p className={design['note']} style={{ marginTop: 10 }}>
                At p75 three of four paid this or less. Failed transactions and readers do not count.
              </p>
            </>
          );
        }}
      </Awaited>
    </Card>
  );
}

function rowsOf(account: Schemas['AccountFees']): Row[] {
  return [
    { ...account, name: 'all' },
    ...account.by_ticks.map((quarter) => ({
      ...quarter,
      name: `${quarter.first_tick} – ${quarter.last_tick}`,
    })),
  ];
}
