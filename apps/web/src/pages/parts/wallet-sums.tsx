import type { Schemas } from '@tickscope/sdk';
import design from '../../design/design.module.css';
import { Address, Card, Sol, Table } from '../../design/index.js';
import { nameText } from '../../format/text.js';
import { addLoss, type LossSum, NO_LOSS } from '../../loss-sum.js';
import { isLeast, LEAST_HINT } from '../../sentences/loss.js';
import { sandwichesOf } from '../../sentences/verdict.js';
import css from '../page.module.css';

const MOST_ROWS = 10;

type Trade = Schemas['WalletTrade'];

interface Sum extends LossSum {
  key: string;
  label: string | null;
  dex: string | null;
}

/** Lists of those who sandwiched a wallet, and of the pools; nothing where it was not sandwiched. */
export function WalletSums({ trades }: { trades: readonly Trade[] }) {
  const attackers = new Map<string, Sum>();
  const pools = new Map<string, Sum>();
  for (const trade of trades)
    for (const sandwich of sandwichesOf(trade)) {
      const { id } = sandwich;
      const incident = trade.incidents.find(({ sandwich }) => sandwich.id === id)!;
      const pool = trade.pools.find(({ pool_address: address }) => address === incident.pool_address);
      add(attackers, { key: incident.attacker_signer, label: null, dex: null }, sandwich);
      add(
        pools,
        { key: incident.pool_address, label: incident.pool_label, dex: pool?.dex_name ?? null },
        sandwich,
      );
    }
  if (attackers.size === 0) return null;
  return (
    <div className={css['two']}>
      <Card title="Who did it">
        <Table
          caption="Attackers of this wallet"
          rows={largest(attackers)}
          keyOf={({ key }) => key}
          columns={[
            { name: 'Attacker', cell: ({ key }) => <Address address={key} /> },
            { name: 'Sandwiches', isNumber: true, cell: ({ count }) => count },
            { name: 'Lost to it', isNumber: true, hint: LEAST_HINT, cell: (sum) => <LostSum sum={sum} /> },
          ]}
        />
      </Card>
      <Card title="Where">
        <Table
          caption="Pools in which this wallet was sandwiched"
          rows={largest(pools)}
          keyOf={({ key }) => key}
          columns={[
            {
              name: 'Pool',
              cell: ({ key, label }) => <Address address={key} label={label} page="account" />,
            },
            {
              name: 'DEX',
              cell: ({ dex }) => (dex === null ? 'not known' : <bdi>{nameText(dex)}</bdi>),
            },
            { name: 'Sandwiches', isNumber: true, cell: ({ count }) => count },
            { name: 'Lost', isNumber: true, hint: LEAST_HINT, cell: (sum) => <LostSum sum={sum} /> },
          ]}
        />
      </Card>
    </div>
  );
}

function add(
  sums: Map<string, Sum>,
  of: Pick<Sum, 'key' | 'label' | 'dex'>,
  sandwich: Schemas['SandwichEvidence'],
): void {
  const sum = addLoss(sums.get(of.key) ?? NO_LOSS, sandwich.loss, isLeast(sandwich));
  sums.set(of.key, { ...of, ...sum });
}

const largest = (sums: ReadonlyMap<string, Sum>): Sum[] =>
  [...sums.values()].sort((left, right) => right.sol - left.sol).slice(0, MOST_ROWS);

function LostSum({ sum: { sol, count, unknown, isLeast: isSumLeast } }: { sum: Sum }) {
  if (unknown === count) return <Sol sol={null} />;
  return (
    <>
      <Sol sol={String(sol)} isLeast={isSumLeast} />
      {unknown > 0 && <span className={design['note']}> and {unknown} not known</span>}
    </>
  );
}
